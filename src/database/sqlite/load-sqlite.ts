import { existsSync, linkSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncToDisk } from '../../platform/files/durable-files.ts';
import { makePrivateFile, makePrivateFolder } from '../../platform/files/private-files.ts';
import { copiedValue } from '../copy-text.ts';
import { DatabaseRefused, type Row, type Value } from '../database.ts';
import type { Loading, StoreLoad } from '../load-store.ts';
import { schemaStatements, storeTables } from '../schema/empty-schema.ts';
import { APPLICATION_ID, failureBeforeCommit, isBusy, sqliteText } from './sqlite-connection.ts';
import { bytesColumns } from './sqlite-snapshot.ts';

/** The size of the memory in which indexes are sorted. */
const CACHE_KIB = 128 * 1024;
const NEWLINE = 10;

/** The files next to an embedded store while it is open, or after its process was killed. */
const LOGS = ['-wal', '-shm', '-journal'];

/** Throws DatabaseRefused if there is already an embedded store, or a log of one. */
function requireNoSqlite(file: string): void {
  const found = [file, ...LOGS.map((suffix) => `${file}${suffix}`)].find((path) => existsSync(path));
  if (found === undefined) return;
  throw new DatabaseRefused(
    `${found} exists, and no store is overwritten: stop the gateway and move ${file}, with the files whose names start with its name, to another folder. Leave charges.mark where it is.`,
  );
}

/**
 * Creates an embedded store. It is filled under a temporary name, flushed to the disk, and then given its name: a crash before that
 * leaves no store. Throws DatabaseRefused when there is one already, and while another process creates one.
 */
export async function loadSqlite(file: string, load: StoreLoad): Promise<void> {
  makePrivateFolder(dirname(file));
  requireNoSqlite(file);
  const unfinished = `${file}.restoring`;
  removeLeftover(unfinished);
  makePrivateFile(unfinished);
  try {
    await fill(unfinished, load);
    await syncToDisk(unfinished);
    requireNoSqlite(file);
    // Unlike a rename, a link does not replace a file that another process has created.
    linkSync(unfinished, file);
  } finally {
    remove(unfinished);
  }
  await syncToDisk(dirname(file));
}

/** Removes the file of a killed `peye restore`. Throws DatabaseRefused for a file that another process is filling. */
function removeLeftover(unfinished: string): void {
  if (!existsSync(unfinished)) return;
  const database = new DatabaseSync(unfinished, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (isBusy(error)) {
      throw new DatabaseRefused('another `peye restore` is filling this store: wait until it has ended.');
    }
    // Other errors are ignored: the file may be half a database, and is removed.
  } finally {
    database.close();
  }
  remove(unfinished);
}

function remove(unfinished: string): void {
  for (const path of [unfinished, ...LOGS.map((suffix) => `${unfinished}${suffix}`)]) rmSync(path, { force: true });
}

async function fill(file: string, { applied, fill: fillTables, complete }: StoreLoad): Promise<void> {
  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: false });
  try {
    // Newer versions of Node protect the journal and the table of the schema's text; older ones have no such switch.
    database.enableDefensive?.(false);
    // Nothing is flushed in between: the file is no store until it has been flushed as a whole.
    database.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA application_id = ${APPLICATION_ID}`,
    );
    database.exec('BEGIN EXCLUSIVE');
    makeSchema(database, applied);
    const indexes = database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .all();
    for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
    for (const table of storeTables(applied)) database.exec(`DELETE FROM ${table}`);
    const on: Loading = {
      query: async <R extends Row>(sql: string, params: readonly Value[] = []) =>
        database.prepare(sqliteText(sql)).all(...params) as R[],
    };
    await fillTables(on, (table, columns, rows) => copyIn(database, table, columns, rows));
    for (const { sql } of indexes) database.exec(String(sql));
    const [orphan] = database.prepare('PRAGMA foreign_key_check').all();
    if (orphan)
      throw new DatabaseRefused(`a row of ${orphan.table} belongs to one of ${orphan.parent} that is not there.`);
    await complete(on);
    database.exec('COMMIT');
    // The mode of every store, so that the first process to open it has nothing to change.
    database.exec('PRAGMA journal_mode = WAL');
  } catch (error) {
    // The disk may be full, or may have failed.
    throw failureBeforeCommit(error);
  } finally {
    database.close();
  }
}

function makeSchema(database: DatabaseSync, applied: readonly number[]): void {
  for (const { sql, isSchemaText } of schemaStatements('sqlite', applied)) {
    if (isSchemaText) database.exec('PRAGMA writable_schema = ON');
    database.exec(sql);
    if (isSchemaText) database.exec('PRAGMA writable_schema = RESET');
  }
}

async function copyIn(
  database: DatabaseSync,
  table: string,
  columns: readonly string[],
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  const areBytes = bytesColumns(database, table, columns);
  // All values are texts: SQLite converts digits to numbers in the columns of numbers.
  const insert = database.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  let rows = 0;
  for await (const lines of wholeLines(pieces)) {
    for (const line of lines) {
      // The limit is one more than expected, so that too many values are noticed.
      const values = line.split('\t', columns.length + 1);
      if (values.length !== columns.length)
        throw new DatabaseRefused(`a row of ${table} has other values than its columns.`);
      insert.run(...values.map((text, index) => copiedValue(text, areBytes[index] as boolean)));
      rows++;
    }
  }
  return rows;
}

/** The lines of a text that comes in pieces, without the line ends. */
async function* wholeLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(NEWLINE);
    if (end < 0) {
      rest.push(piece);
      continue;
    }
    yield Buffer.concat([...rest, piece.subarray(0, end)])
      .toString()
      .split('\n');
    rest = end + 1 < piece.length ? [piece.subarray(end + 1)] : [];
  }
}
