import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { makePrivateFile, makePrivateFolder } from '../../platform/files/private-files.ts';
import {
  type Database,
  DatabaseRefused,
  DatabaseUnavailable,
  type InsertRows,
  OutcomeUnknown,
  type ReadSteps,
  type Row,
  type RowValues,
  SchemaMovedOn,
  type Transaction,
  type TransactionOptions,
  type UpdateRows,
  type Value,
} from '../database.ts';
import { writersFence } from '../schema/migration-files.ts';
import { type AddedRows, addedRows, insertEach } from './added-rows.ts';
import { BUSY_PAUSE_MS, BUSY_TIMEOUT_MS, withoutBlocking } from './busy-waits.ts';
import { readsTogether } from './reads-together.ts';
import {
  APPLICATION_ID,
  failureBeforeCommit,
  failureOfCommit,
  isBusy,
  isKeyTaken,
  isUntrustedAfter,
  type SqliteConnection,
  sqliteConnection,
  TEMPORARY_IN_FILE,
  TEMPORARY_IN_MEMORY,
} from './sqlite-connection.ts';
import { writesTogether } from './writes-together.ts';

/**
 * A file of up to this size is checked for damage before the start. For larger files, `peye doctor` does the full
 * check.
 */
const CHECKED_AT_START_BYTES = 64 * 1024 * 1024;

/**
 * Opens the embedded store, a file that is created when it does not exist. One connection writes, one transaction at a
 * time; another reads the last committed state concurrently. Opening blocks the event loop while it waits for other
 * processes. Later calls never do.
 *
 * Writes require the table `fence`, by default this program's own, and fail with SchemaMovedOn when it does not exist.
 * With null they require no table.
 *
 * Throws DatabaseRefused, with the file untouched, when the file is damaged or not a store of Peye.
 */
export function openSqlite(file: string, { fence = writersFence() }: { fence?: string | null } = {}): Database {
  makePrivateFolder(dirname(file));
  const isNew = !existsSync(file) || inspect(file) === 'empty';
  // SQLite would create the file with the default mode. Its logs get the mode of the file.
  makePrivateFile(file);
  if (isNew) blockingWhileBusy(() => makeFile(file));
  const writer = sqliteConnection(file, { readOnly: false });
  const reader = sqliteConnection(file, { readOnly: true });
  blockingWhileBusy(() => [writer.use(), reader.use()]);
  const exclusively = oneAtATime();
  // Reads use only the reader, because the writer may be in the middle of a transaction.
  const reads = readsTogether(reader);
  let isClosed = false;
  let isWriting = false;
  // Call it only between two transactions. The writer is closed last, because the last connection writes the log into
  // the file. Both connections are reopened on the next use.
  const closeAll = () => {
    reader.close();
    writer.close();
  };
  const onTrusted = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new DatabaseUnavailable('the store was closed');
    try {
      return await work();
    } catch (error) {
      if (isUntrustedAfter(error)) closeAll();
      throw failureBeforeCommit(error);
    }
  };
  const outgrown = Promise.withResolvers<string>();
  /** Call it in a transaction that has started to write, so that the fence cannot move before the transaction ends. */
  const requireFence = () => {
    if (!fence) return;
    try {
      writer.statement(`SELECT never FROM ${fence}`).get();
    } catch (error) {
      rollBack(writer);
      if (!(error as Error).message.includes(`no such table: ${fence}`)) throw error;
      const moved = new SchemaMovedOn({ cause: error });
      outgrown.resolve(moved.message);
      throw moved;
    }
  };
  const query = <R extends Row>(sql: string, params: readonly Value[] = []): Promise<R[]> =>
    reads.run(() => run<R>(reader.statement(sql), params));
  const rows = (sql: string, params: readonly Value[]) =>
    reader.arrayStatement(sql).all(...params) as unknown as RowValues[];
  /** Starts a transaction, and runs work that writes in it and commits it. */
  const written = <T>(work: () => Promise<T>, giveUpAt: number, isUnfenced = false): Promise<T> =>
    onTrusted(async () => {
      if (writer.isMoved()) closeAll();
      isWriting = true;
      try {
        await withoutBlocking(() => writer.use().exec('BEGIN IMMEDIATE'), giveUpAt);
        if (!isUnfenced) requireFence();
        return await work();
      } finally {
        isWriting = false;
      }
    });
  const writtenAlone = <T>(work: () => Promise<T>, { isLong, isUnfenced }: TransactionOptions): Promise<T> => {
    const giveUpAt = isLong ? Number.POSITIVE_INFINITY : performance.now() + BUSY_TIMEOUT_MS;
    const run = () => written(work, giveUpAt, isUnfenced);
    return exclusively(() => (isLong ? onTrusted(() => withTemporaryFiles(writer, run)) : run()));
  };
  const together = writesTogether(writer, exclusively, (work, giveUpAt) =>
    written(() => transact(writer, work, {}), giveUpAt),
  );

  return {
    engine: 'sqlite',
    skipLocked: '',
    query,
    find: (sql, params) => reads.run(() => rows(sql, params)[0]),
    readSteps: (readSteps) => reads.run(() => runSteps(readSteps(), rows)),
    transaction(work, options = {}) {
      // These options are for one transaction only, so it shares no commit with others.
      const isAlone =
        options.isLong || options.isSchemaText || options.isUnfenced || options.commitWithinMs !== undefined;
      if (!isAlone) return together.write(work);
      const rewriting = options.isSchemaText ? rewritingSchema(writer, work) : work;
      return writtenAlone(() => transact(writer, rewriting, options), options);
    },
    insertAll: (inserts, options = {}) => writtenAlone(async () => insertNow(writer, inserts, options), options),
    outgrown: outgrown.promise,
    isOpenHereAlone: () =>
      exclusively(async () => {
        // This process closes its own connections too: they hold the lock that is requested.
        closeAll();
        return isLockedByNone(file);
      }),
    async requireWritable() {
      try {
        accessSync(file, constants.W_OK);
      } catch (error) {
        throw new DatabaseUnavailable((error as Error).message, { cause: error });
      }
      await query('SELECT count(*) AS n FROM sqlite_schema');
    },
    async snapshot(work) {
      // Loaded only here, because only a backup needs this module.
      return (await import('./sqlite-snapshot.ts')).sqliteSnapshot(file, work);
    },
    usage: () => ({ connections: 2, busy: isWriting ? 1 : 0, waiting: together.waiting() }),
    close: () =>
      exclusively(async () => {
        isClosed = true;
        reads.close();
        closeAll();
      }),
  };
}

/** Runs dependent reads to their end. */
function runSteps<T>(
  readSteps: ReadSteps<T>,
  rows: (sql: string, params: readonly Value[]) => readonly RowValues[],
): T {
  let step = readSteps.next();
  while (!step.done) step = readSteps.next(rows(step.value.sql, step.value.params));
  return step.value;
}

/** Runs a long transaction, which may build an index of millions of rows, with its temporary data in files. */
async function withTemporaryFiles<T>(writer: SqliteConnection, transaction: () => Promise<T>): Promise<T> {
  writer.use().exec(`PRAGMA temp_store = ${TEMPORARY_IN_FILE}`);
  try {
    return await transaction();
  } finally {
    try {
      writer.use().exec(`PRAGMA temp_store = ${TEMPORARY_IN_MEMORY}`);
    } catch {
      writer.close();
    }
  }
}

/** Runs the work in the open transaction, and commits or rolls back. */
async function transact<T>(
  writer: SqliteConnection,
  work: (tx: Transaction, added: AddedRows) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const requireInTime = timeLimit(options);
  const added = addedRows(writer);
  let result: T;
  try {
    result = await work(transactionOn(writer, added), added);
    added.write();
    requireInTime();
  } catch (error) {
    rollBack(writer);
    throw error;
  }
  commit(writer);
  return result;
}

/**
 * Lets the work update the table that holds the schema's text, in the way that SQLite documents for changes that leave the rows as they
 * are. The text is read again before the commit: if it cannot be read, the transaction fails.
 */
function rewritingSchema<T>(writer: SqliteConnection, work: (tx: Transaction) => Promise<T>) {
  return async (tx: Transaction): Promise<T> => {
    const database = writer.use();
    // Newer versions of Node protect that table; older ones have no such switch.
    database.enableDefensive?.(false);
    try {
      database.exec('PRAGMA writable_schema = ON');
      const result = await work(tx);
      const version = Number(database.prepare('PRAGMA schema_version').get()?.schema_version);
      // Shows every other connection, in this process and others, that its view of the schema is out of date.
      database.exec(`PRAGMA schema_version = ${version + 1}`);
      database.exec('PRAGMA writable_schema = RESET');
      database.exec('SELECT count(*) FROM sqlite_schema');
      return result;
    } finally {
      database.exec('PRAGMA writable_schema = OFF');
      database.enableDefensive?.(true);
    }
  };
}

/**
 * Inserts in the open transaction, without waiting in between, and commits or rolls back. False, with nothing written, when a unique key
 * exists already.
 */
function insertNow(
  writer: SqliteConnection,
  inserts: () => readonly InsertRows[],
  options: TransactionOptions,
): boolean {
  const requireInTime = timeLimit(options);
  try {
    for (const insert of inserts()) insertEach(writer, insert, insert.rows);
    requireInTime();
  } catch (error) {
    rollBack(writer);
    if (isKeyTaken(error)) return false;
    throw error;
  }
  commit(writer);
  return true;
}

function timeLimit({ commitWithinMs = Number.POSITIVE_INFINITY }: TransactionOptions): () => void {
  const deadline = performance.now() + commitWithinMs;
  return () => {
    if (performance.now() > deadline)
      throw new DatabaseUnavailable('the store was too slow, and the write was cancelled');
  };
}

function rollBack(writer: SqliteConnection): void {
  try {
    if (writer.use().isTransaction) writer.use().exec('ROLLBACK');
  } catch {
    writer.close();
  }
}

function commit(writer: SqliteConnection): void {
  try {
    writer.use().exec('COMMIT');
  } catch (error) {
    rollBack(writer);
    throw failureOfCommit(error);
  }
  // The file may have been moved since the check. Then no process reads this commit unless the file is put back.
  if (writer.isMoved()) throw new OutcomeUnknown('the file of the store was moved while it was written to');
}

function transactionOn(writer: SqliteConnection, added: AddedRows): Transaction {
  return {
    query: async <R extends Row>(sql: string, params: readonly Value[] = []) => {
      added.writeFor(sql);
      return run<R>(writer.statement(sql), params);
    },
    insertRows: async <R extends Row>(insert: InsertRows) => {
      added.writeFor(insert.table);
      const statement = writer.insertion(insert);
      return insert.rows.flatMap((row) => run<R>(statement, row));
    },
    insertAll: async (inserts) => {
      for (const insert of inserts) {
        if (insert.added) {
          added.add(insert);
          continue;
        }
        added.writeFor(insert.table);
        insertEach(writer, insert, insert.rows);
      }
    },
    updateRows: async <R extends Row>(update: UpdateRows) => {
      const sql = updateSql(update);
      added.writeFor(sql);
      const statement = writer.statement(sql);
      return update.rows.flatMap((row) => run<R>(statement, row));
    },
  };
}

/**
 * A queue for transactions. Without it, a second BEGIN on the only writing connection would join the first transaction.
 */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/** Makes an empty store. Two processes may do this at the same time. */
function makeFile(file: string): void {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA application_id = ${APPLICATION_ID}`);
  } finally {
    database.close();
  }
}

/** Retries until no other process holds the lock. Only for the start, when blocking does no harm. */
function blockingWhileBusy<T>(work: () => T): T {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw failureBeforeCommit(error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * BUSY_PAUSE_MS.longest);
    }
  }
}

/**
 * Whether no connection has the file open. In this journal mode, each connection holds a shared lock from its first read until it closes.
 * So the exclusive lock of the whole file is only available when no connection is open.
 */
function isLockedByNone(file: string): boolean {
  const url = pathToFileURL(file);
  // A file that was moved is not replaced by an empty one.
  url.searchParams.set('mode', 'rw');
  const database = new DatabaseSync(url, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw failureBeforeCommit(error);
  } finally {
    database.close();
  }
}

/** Inspects an existing file without changing it. */
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
    if (error instanceof DatabaseRefused || isBusy(error)) throw failureBeforeCommit(error);
    throw refuse(`is damaged or not a database (${(error as Error).message})`);
  } finally {
    database?.close();
  }
}

/**
 * Whether the file ends within a page. SQLite reads the missing part of the last page as zeros, and may find nothing wrong with these.
 * While a log is waiting to be written into the file, the end of the file is not final, and not checked.
 */
function endsWithinPage(file: string, pageSize: number): boolean {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size(`${file}-wal`) === 0 && size(file) % pageSize !== 0;
}

/**
 * Reads every page and index of an embedded store, and returns the damage that it finds; an empty list if there is
 * none. The time grows with the size of the file. Changes nothing.
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

function run<R extends Row>(statement: StatementSync, params: readonly Value[]): R[] {
  return statement.all(...params) as R[];
}

function updateSql({ table, columns, set, where, returning }: UpdateRows): string {
  const given = columns.map(({ name }, index) => `$${index + 1} AS ${name}`).join(', ');
  return `UPDATE ${table} SET ${set} FROM (SELECT ${given}) AS given WHERE ${where} RETURNING ${returning}`;
}
