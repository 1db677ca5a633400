import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { copyText } from '../copy-text.ts';
import type { Row, Snapshot, Value } from '../database.ts';
import { BUSY_TIMEOUT_MS } from './busy-waits.ts';
import { failureBeforeCommit, sqliteText } from './sqlite-connection.ts';

/** Rows are passed on in pieces of about this many characters. */
const PIECE_CHARACTERS = 256 * 1024;
/** The type of columns whose values PostgreSQL stores as bytes. */
const BYTES = 'BYTEA';

/**
 * Reads from one state of the embedded store: one read transaction on its own connection. In the meantime, writes go only into the log,
 * which grows until the snapshot ends.
 */
export async function sqliteSnapshot<T>(file: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const url = pathToFileURL(file);
  url.searchParams.set('mode', 'ro');
  const database = new DatabaseSync(url, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    return await work({
      query: async <R extends Row>(sql: string, params: readonly Value[] = []) =>
        database.prepare(sqliteText(sql)).all(...params) as R[],
      copyOut: (table, columns) => copyOut(database, table, columns),
    });
  } catch (error) {
    throw failureBeforeCommit(error);
  } finally {
    database.close();
  }
}

async function* copyOut(database: DatabaseSync, table: string, columns: readonly string[]): AsyncGenerator<Buffer> {
  const areBytes = bytesColumns(database, table, columns);
  const statement = database.prepare(`SELECT ${columns.join(', ')} FROM ${table}`);
  statement.setReturnArrays(true);
  let piece = '';
  for (const row of statement.iterate() as unknown as Iterable<readonly Value[]>) {
    for (let index = 0; index < row.length; index++) {
      piece += (index === 0 ? '' : '\t') + copyText(row[index] as Value, areBytes[index] as boolean);
    }
    piece += '\n';
    if (piece.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

/** For each of these columns, whether PostgreSQL stores its values as bytes. */
export function bytesColumns(database: DatabaseSync, table: string, columns: readonly string[]): boolean[] {
  const types = new Map(
    database
      .prepare('SELECT name, type FROM pragma_table_info(?)')
      .all(table)
      .map(({ name, type }) => [name, type]),
  );
  return columns.map((column) => types.get(column) === BYTES);
}
