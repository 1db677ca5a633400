import { createHash } from 'node:crypto';
import { refusal } from '../../../platform/messages/refusals/refusal-messages.ts';
import { parseObject } from '../../../platform/text/json-object.ts';
import { type BackupEnd, type BackupHeader, type BackupTable, END_OF_ROWS, FORMAT } from './backup-format.ts';
import { BEHIND_END, cutOff, damaged } from './protect-backup.ts';

const NEWLINE = 10;
const END = Buffer.from(END_OF_ROWS);
const END_BEHIND_ROW = Buffer.from(`\n${END_OF_ROWS}`);
/** Peye writes no line this long: more bytes without a line end are not a backup. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Stores all rows of a table. Returns how many there were. */
type TakeTable = (table: BackupTable, rows: AsyncIterable<Buffer>) => Promise<number>;

/** A backup whose first line was read. */
export interface OpenBackup {
  readonly header: BackupHeader;
  /**
   * Reads the rest, table by table. Throws OperatorError as `openBackup` does; the tables read until then must be
   * discarded.
   */
  readTables(take: TakeTable): Promise<BackupEnd>;
}

/**
 * Starts reading the text of a backup. Throws OperatorError when it is not a backup, its end is missing, or anything in
 * it was changed.
 *
 * @param name the file's name, for messages
 */
export async function openBackup(text: AsyncIterable<Buffer>, name: string): Promise<OpenBackup> {
  const cursor = textCursor(text, name);
  const header = parsed<BackupHeader>(await cursor.line(), name);
  if (header.format !== FORMAT || !Array.isArray(header.migrations)) throw damaged(name, refusal('backupStart'));
  return { header, readTables: (take) => readTables(cursor, name, take) };
}

async function readTables(cursor: ReturnType<typeof textCursor>, name: string, take: TakeTable): Promise<BackupEnd> {
  const rows: Record<string, number> = Object.create(null);
  for (;;) {
    // Computed before the next line is read: the last line contains the checksum, which does not cover that line.
    const sha256 = cursor.sha256();
    const { table, columns, end } = parsed<Partial<BackupTable> & { end?: BackupEnd }>(await cursor.line(), name);
    if (end) {
      if (end.sha256 !== sha256) throw damaged(name, refusal('backupChecksum'));
      if (JSON.stringify(end.rows) !== JSON.stringify(rows)) throw damaged(name, refusal('backupRows'));
      if (!(await cursor.isAtEnd())) throw damaged(name, BEHIND_END);
      return end;
    }
    if (!isName(table) || !Array.isArray(columns) || !columns.every(isName))
      throw damaged(name, refusal('backupNoTableName'));
    if (table in rows || new Set(columns).size < columns.length)
      throw damaged(name, refusal('backupTableTwice', { table }));
    rows[table] = await take({ table, columns }, cursor.rows());
  }
}

/**
 * Whether a value is a valid name of a table or column. Names become part of SQL statements, and anyone may have
 * written the file.
 */
function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z0-9_]{0,62}$/.test(value);
}

/** How many lines these chunks have. */
export async function countLines(pieces: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0;
  for await (const piece of pieces) lines += newlines(piece);
  return lines;
}

/** How many lines end in a chunk. */
export function newlines(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

function parsed<T>(line: Buffer, name: string): T {
  const value = parseObject(line.toString('utf8'));
  if (value === undefined) throw damaged(name, refusal('backupStart'));
  return value as T;
}

/** A text that is read line by line, or many lines at once. */
function textCursor(text: AsyncIterable<Buffer>, name: string) {
  const pieces = text[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);

  /**
   * Appends chunks to the unread part, until one contains a line end. Returns false at the end of the text. However
   * long a line is, each of its bytes is scanned and copied once: a malicious file cannot cause more work.
   */
  const more = async (): Promise<boolean> => {
    const chunks = [rest];
    let length = rest.length;
    let hasEnd = false;
    while (!hasEnd) {
      const next = await pieces.next();
      if (next.done) break;
      chunks.push(next.value);
      length += next.value.length;
      if (length > MAX_LINE_BYTES) throw damaged(name, refusal('backupEndlessLine'));
      hasEnd = next.value.includes(NEWLINE);
    }
    rest = Buffer.concat(chunks, length);
    return chunks.length > 1;
  };
  const take = (length: number): Buffer => {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    hash.update(taken);
    return taken;
  };

  return {
    sha256: () => hash.copy().digest('hex'),
    async line(): Promise<Buffer> {
      let end = rest.indexOf(NEWLINE);
      while (end < 0) {
        if (!(await more())) throw cutOff(name);
        end = rest.indexOf(NEWLINE);
      }
      return take(end + 1);
    },
    /** The rows of a table; the end marker is consumed too. */
    async *rows(): AsyncGenerator<Buffer> {
      for (;;) {
        if (rest.subarray(0, END.length).equals(END)) {
          take(END.length);
          return;
        }
        const end = rest.indexOf(END_BEHIND_ROW);
        const lines = end >= 0 ? end + 1 : rest.lastIndexOf(NEWLINE) + 1;
        if (lines > 0) yield take(lines);
        // The unread part contains no complete line.
        else if (!(await more())) throw cutOff(name);
      }
    },
    async isAtEnd(): Promise<boolean> {
      return rest.length === 0 && !(await more());
    },
  };
}
