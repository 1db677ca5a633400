import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  type Database,
  DatabaseRefused,
  DatabaseUnavailable,
  type InsertRows,
  type Row,
  type Transaction,
  type Value,
} from './database.ts';

/** How long a write waits for another process (the command line beside the server) before it gives up. */
const BUSY_TIMEOUT_MS = 5_000;
const WAL_RETRY_MS = 10;
/** 'Peye' in ASCII: marks the file as ours, so that somebody else's database is never migrated. */
const APPLICATION_ID = 0x50657965;
/** Up to this size a damaged file is found before the start; a full check of a larger one is left to `peye doctor`. */
const CHECKED_AT_START_BYTES = 64 * 1024 * 1024;
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
const SQLITE_IOERR = 10;

/**
 * Opens the embedded store, a file that is made when it does not exist. One connection writes, one transaction at a time;
 * another reads the last committed state meanwhile.
 *
 * Throws DatabaseRefused, with the file untouched, when it is damaged or not a store of Peye.
 */
export function openSqlite(file: string): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(file) || inspect(file) === 'empty';

  const writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  writer.exec('PRAGMA busy_timeout = 0');
  switchToWal(writer);
  writer.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  writer.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864');
  if (isNew) writer.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  const reader = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
  reader.exec('PRAGMA cache_size = -16000');

  const write = statements(writer);
  const read = statements(reader);
  const tx: Transaction = {
    query: async <R extends Row>(sql: string, params: readonly Value[] = []) => run<R>(write(sql), params),
    insertRows: async <R extends Row>(insert: InsertRows) => {
      const statement = write(insertSql(insert));
      return insert.rows.flatMap((row) => run<R>(statement, row));
    },
  };

  // Transactions queue here: a second BEGIN on the one writing connection would fall into the first one's transaction.
  let last: Promise<unknown> = Promise.resolve();
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };

  return {
    engine: 'sqlite',
    skipLocked: '',
    query: async <R extends Row>(sql: string, params: readonly Value[] = []) =>
      translating(() => run<R>(read(sql), params)),
    transaction: (work) =>
      exclusively(async () => {
        translating(() => writer.exec('BEGIN IMMEDIATE'));
        try {
          const result = await work(tx);
          writer.exec('COMMIT');
          return result;
        } catch (error) {
          if (writer.isTransaction) writer.exec('ROLLBACK');
          throw translated(error);
        }
      }),
    close: () =>
      exclusively(async () => {
        reader.close();
        writer.close();
      }),
  };
}

/** The one statement that does not heed the timeout: of two processes that make the file together one is refused at once. */
function switchToWal(writer: DatabaseSync): void {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      writer.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (errorCode(error) !== SQLITE_BUSY || performance.now() > giveUpAt) throw translated(error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * WAL_RETRY_MS);
    }
  }
}

/** Looks at an existing file without changing it. */
function inspect(file: string): 'empty' | 'ours' {
  const refuse = (reason: string) =>
    new DatabaseRefused(
      `${file} ${reason}. It was left untouched: restore a backup, or set DATA_DIR to another folder.`,
    );
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    const pragma = (name: string) => Object.values(database?.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    const tables = database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'").get()?.n;
    if (tables !== 0 && pragma('application_id') !== APPLICATION_ID) throw refuse('is a database of another program');
    const bytes = Number(pragma('page_count')) * Number(pragma('page_size'));
    if (endsWithinPage(file, Number(pragma('page_size')))) throw refuse('is damaged (it ends within a page)');
    if (bytes <= CHECKED_AT_START_BYTES) {
      const verdict = pragma('quick_check(1)');
      if (verdict !== 'ok') throw refuse(`is damaged (${String(verdict).replaceAll(/\s+/g, ' ')})`);
    }
    return tables === 0 ? 'empty' : 'ours';
  } catch (error) {
    if (error instanceof DatabaseRefused || errorCode(error) === SQLITE_BUSY) throw translated(error);
    throw refuse(`is damaged or not a database (${(error as Error).message})`);
  } finally {
    database?.close();
  }
}

/**
 * SQLite takes what is missing of the last page for zeros, and may find nothing wrong with those. While a log is waiting to
 * be written into the file, its end is not settled.
 */
function endsWithinPage(file: string, pageSize: number): boolean {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size(`${file}-wal`) === 0 && size(file) % pageSize !== 0;
}

/**
 * Reads every page and index of an embedded store and returns what is wrong with it; nothing when it is whole. Takes time
 * with the size of the file, and changes nothing.
 */
export function checkSqliteIntegrity(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    const findings = database
      .prepare('PRAGMA integrity_check(10)')
      .all()
      .map((row) => String(row.integrity_check));
    const orphans = database
      .prepare('PRAGMA foreign_key_check')
      .all()
      .map((row) => `a row of ${row.table} points nowhere`);
    return [...findings.filter((finding) => finding !== 'ok'), ...orphans.slice(0, 10)];
  } finally {
    database.close();
  }
}

/** Prepares each text once. The texts are few: they stand in the source, and no value is ever written into one. */
function statements(database: DatabaseSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    let statement = prepared.get(sql);
    // `$1` would be a named parameter to SQLite; `?1` is the same as PostgreSQL's `$1`.
    if (!statement) prepared.set(sql, (statement = database.prepare(sql.replaceAll(/\$(\d)/g, '?$1'))));
    return statement;
  };
}

function run<R extends Row>(statement: StatementSync, params: readonly Value[]): R[] {
  return statement.all(...params) as R[];
}

function insertSql({ table, columns, suffix = '' }: InsertRows): string {
  const names = columns.map((column) => column.name).join(', ');
  const values = columns.map((_, index) => `$${index + 1}`).join(', ');
  return `INSERT INTO ${table} (${names}) VALUES (${values}) ${suffix}`;
}

function translating<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translated(error);
  }
}

/** A lock held too long, a full or failing disk: SQLite has rolled back, nothing was written. */
function translated(error: unknown): unknown {
  const code = errorCode(error);
  if (code !== SQLITE_BUSY && code !== SQLITE_FULL && code !== SQLITE_IOERR) return error;
  return new DatabaseUnavailable((error as Error).message, { cause: error });
}

function errorCode(error: unknown): number | undefined {
  const code = (error as { errcode?: number } | null)?.errcode;
  return code === undefined ? undefined : code & 0xff;
}
