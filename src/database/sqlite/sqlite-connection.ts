import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Column, DatabaseUnavailable, type InsertRows, OutcomeUnknown } from '../database.ts';

/** 'Peye' in ASCII: marks the file as ours, so that another program's database is never migrated. */
export const APPLICATION_ID = 0x50657965;

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
/** The extended codes of a duplicate key: of the primary key, or of another unique key. */
const TAKEN = [1555, 2067];
/**
 * After these errors the engine's view of the file may be wrong: out of memory (7), a file that became read-only or was
 * moved (8), an I/O error (10), a file that cannot be opened (14), locks that do not work (15).
 */
const UNTRUSTED = [7, 8, 10, 14, 15];

/**
 * Where a connection that writes holds its temporary data. This includes the copies of the pages that a savepoint changes: in a file, they
 * took an eighth of the processor time of a completion. An index is sorted there too, so a large one needs a file.
 */
export const TEMPORARY_IN_MEMORY = 'MEMORY';
export const TEMPORARY_IN_FILE = 'FILE';

/** The parts of an insert that determine its statement. */
type Inserting = Omit<InsertRows, 'rows'>;

/** One connection to the embedded store. */
export interface SqliteConnection {
  /** Opens it unless it is open. Never waits for a lock: throws an error that `isBusy` recognises. */
  use(): DatabaseSync;
  /** Whether its file was moved or replaced since it was opened: writes to a moved file are lost. */
  isMoved(): boolean;
  /** A statement, prepared once. There are few texts: all are in the source, and none contains a value. */
  statement(sql: string): StatementSync;
  /** `statement` for rows as arrays. */
  arrayStatement(sql: string): StatementSync;
  /** `statement` for inserting one row. Frequent callers pass the same list of columns each time. */
  insertion(insert: Inserting): StatementSync;
  /** Closes it, whatever state it is in. It is reopened on the next use. */
  close(): void;
}

/**
 * A connection that is opened at its first use, and again after it was closed. Opening recovers the contents of the
 * log. After an I/O error, only this shows the engine the real contents of the file.
 */
export function sqliteConnection(file: string, { readOnly }: { readOnly: boolean }): SqliteConnection {
  let database: DatabaseSync | undefined;
  let opened: string | undefined;
  let prepared = new Map<string, StatementSync>();
  let arrays = new Map<string, StatementSync>();
  // The key is the list of columns itself: building the text of a statement and looking it up would cost each group a few microseconds.
  let insertions = new WeakMap<readonly Column[], Insertion>();
  const open = () => {
    // A missing file must not be replaced by an empty one: it may be on a disk that is not mounted.
    const url = pathToFileURL(file);
    url.searchParams.set('mode', readOnly ? 'ro' : 'rw');
    const opening = new DatabaseSync(url, { readOnly, timeout: 0 });
    try {
      if (opening.prepare('PRAGMA application_id').get()?.application_id !== APPLICATION_ID) {
        throw new DatabaseUnavailable(`${file} is no longer the store`);
      }
      if (readOnly) opening.exec('PRAGMA cache_size = -16000');
      else
        opening.exec(
          `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864;
           PRAGMA temp_store = ${TEMPORARY_IN_MEMORY}`,
        );
    } catch (error) {
      opening.close();
      throw error;
    }
    opened = identity(file);
    return opening;
  };
  const use = () => (database ??= open());
  const prepare = (sql: string) => use().prepare(sqliteText(sql));
  const statement = (sql: string) => {
    let found = prepared.get(sql);
    if (!found) prepared.set(sql, (found = prepare(sql)));
    return found;
  };
  return {
    use,
    isMoved: () => database !== undefined && (opened === undefined || identity(file) !== opened),
    statement,
    arrayStatement(sql) {
      let found = arrays.get(sql);
      if (!found) {
        arrays.set(sql, (found = prepare(sql)));
        found.setReturnArrays(true);
      }
      return found;
    },
    insertion(insert) {
      const { table, columns, suffix } = insert;
      const known = insertions.get(columns);
      if (known && known.table === table && known.suffix === suffix) return known.statement;
      const made = statement(insertSql(insert));
      insertions.set(columns, { table, suffix, statement: made });
      return made;
    },
    close() {
      const closing = database;
      database = undefined;
      prepared = new Map();
      arrays = new Map();
      insertions = new WeakMap();
      try {
        closing?.close();
      } catch {
        // Data that could not be written into the file is still in the log, and is recovered at the next opening.
      }
    },
  };
}

/**
 * A statement in SQLite's syntax: `$1` would be a named parameter there, and `?1` is the same as PostgreSQL's `$1`. When a LIMIT is just
 * a parameter, SQLite plans the statement again for each value of it, which costs more than reading a page. It does the same for a
 * parameter that `mode` is compared with, because for one of its values an index of live payments could be used. A CAST prevents this:
 * the planner assumes nothing about an expression.
 */
export function sqliteText(sql: string): string {
  return sql
    .replaceAll(/\$(\d)/g, '?$1')
    .replaceAll(/\bLIMIT (\?\d+)/g, 'LIMIT CAST($1 AS INTEGER)')
    .replaceAll(/\bmode = (\?\d+)/g, 'mode = CAST($1 AS TEXT)');
}

/** The prepared statement for a list of columns. */
interface Insertion {
  readonly table: string;
  readonly suffix: string | undefined;
  readonly statement: StatementSync;
}

function insertSql({ table, columns, suffix = '' }: Inserting): string {
  const names = columns.map((column) => column.name).join(', ');
  // The parameters have no numbers. To find a numbered one, the driver would search the names of all parameters before
  // it, for every row.
  const values = columns.map(() => '?').join(', ');
  return `INSERT INTO ${table} (${names}) VALUES (${values}) ${suffix}`;
}

/** The identity of a file; undefined when there is none, or it cannot be read. */
function identity(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** Whether another process held the lock. */
export function isBusy(error: unknown): boolean {
  return errorCode(error) === SQLITE_BUSY;
}

/** Whether a row was refused because another row has the same primary key, or the same value in a unique key. */
export function isKeyTaken(error: unknown): boolean {
  return TAKEN.includes((error as { errcode?: number }).errcode ?? 0);
}

/** Whether a connection must be reopened after this failure before it is used again. */
export function isUntrustedAfter(error: unknown): boolean {
  const reason = error instanceof OutcomeUnknown ? error.cause : error;
  return UNTRUSTED.includes(errorCode(reason) ?? 0);
}

/**
 * The error for a failure before the commit. DatabaseUnavailable for a lock that was held too long and for a full or failing disk, because
 * nothing was written; any other error stays as it is.
 */
export function failureBeforeCommit(error: unknown): unknown {
  if (error instanceof OutcomeUnknown) return error;
  if (!isBusy(error) && !isFull(error) && !isUntrustedAfter(error)) return error;
  return new DatabaseUnavailable((error as Error).message, { cause: error });
}

/**
 * The error for a failed COMMIT. The engine rolls back a transaction that it could not write. When the disk is full,
 * the rollback is certain: the frame that commits a transaction is written last, and is incomplete. When the disk
 * fails, that frame may already be in the log, and a recovery would find it there.
 */
export function failureOfCommit(error: unknown): unknown {
  if (!isUntrustedAfter(error)) return failureBeforeCommit(error);
  return new OutcomeUnknown(`a commit failed: ${(error as Error).message}`, { cause: error });
}

function isFull(error: unknown): boolean {
  return errorCode(error) === SQLITE_FULL;
}

/** SQLite's primary result code. */
function errorCode(error: unknown): number | undefined {
  const code = (error as { errcode?: number } | null)?.errcode;
  return code === undefined ? undefined : code & 0xff;
}
