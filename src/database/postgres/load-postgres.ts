import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import pgCopy from 'pg-copy-streams';
import type { Log } from '../../platform/log/log.ts';
import { DatabaseRefused, OutcomeUnknown, type Row, type Value } from '../database.ts';
import type { Loading, StoreLoad } from '../load-store.ts';
import { schemaStatements, storeTables } from '../schema/empty-schema.ts';
import { onOwnConnection, statementFailure } from './own-connection.ts';
import { failureOfCommit } from './postgres-errors.ts';
import { postgresSession } from './postgres-session.ts';
import { quoted } from './postgres-snapshot.ts';

/**
 * `lock_timeout`: how long this waits for another process that is creating a store in this database.
 * `maintenance_work_mem`: for sorting indexes in memory.
 */
const SETTINGS = "SET LOCAL lock_timeout = '2s'; SET LOCAL maintenance_work_mem = '128MB'";
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Creates a store in a database without one, in one transaction: a crash before its commit leaves nothing. Set
 * `isPooled` for a pooler such as PgBouncer in between; otherwise a pooled database is refused at the start, as by the
 * gateway. Throws DatabaseRefused when there is already a store, and while another process creates one.
 */
export async function loadPostgres(
  { url, isPooled }: { url: string; isPooled: boolean },
  log: Log,
  load: StoreLoad,
): Promise<void> {
  const work = async (client: pg.Client) => {
    try {
      // As behind a pooler, the transaction makes every setting that the session needs.
      await client.query(postgresSession(true, log).beginText(true));
      await client.query(SETTINGS);
      await requireNothing(client, load.applied);
      await fill(client, load);
    } catch (error) {
      throw translated(error);
    }
    await commit(client);
  };
  await onOwnConnection(url, work, postgresSession(isPooled, log).poolSettings);
}

async function requireNothing(client: pg.Client, applied: readonly number[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relname = ANY($1) LIMIT 1`,
    [storeTables(applied)],
  );
  const [found] = rows;
  if (!found) return;
  throw new DatabaseRefused(
    `the database of DATABASE_URL has a table ${found.name} already, and no store is overwritten: make a new database (createdb), and set DATABASE_URL to that.`,
  );
}

async function fill(client: pg.Client, { applied, fill: fillTables, complete }: StoreLoad): Promise<void> {
  for (const { sql } of schemaStatements('postgres', applied)) await client.query(sql);
  const tables = storeTables(applied);
  const { drop, make } = await keysAndIndexes(client, tables);
  for (const sql of drop) await client.query(sql);
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  const on: Loading = {
    query: async <R extends Row>(sql: string, params: readonly Value[] = []) =>
      (await client.query<R>(sql, params as Value[])).rows,
  };
  await fillTables(on, async (table, columns, rows) => {
    const copy = client.query(pgCopy.from(`COPY ${table} (${quoted(columns)}) FROM STDIN WITH (FREEZE)`));
    await pipeline(rows, copy);
    return copy.rowCount;
  });
  // Building the keys and indexes at the end takes half the time of updating them row by row.
  for (const sql of make) await client.query(sql);
  for (const table of tables) await client.query(`ANALYZE ${table}`);
  await complete(on);
}

/**
 * Statements that drop keys and indexes, and statements that create them again: references are dropped before their targets, and created
 * after them.
 */
async function keysAndIndexes(
  client: pg.Client,
  tables: readonly string[],
): Promise<{ drop: string[]; make: string[] }> {
  const { rows: keys } = await client.query<{ table: string; name: string; kind: string; definition: string }>(
    `SELECT t.relname AS table, c.conname AS name, c.contype AS kind, pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
      WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND t.relname = ANY($1) AND c.contype IN ('f', 'p', 'u')`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
       FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
      WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND t.relname = ANY($1)
        AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))`,
    [tables],
  );
  const references = keys.filter(({ kind }) => kind === 'f');
  const own = keys.filter(({ kind }) => kind !== 'f');
  return {
    drop: [
      ...[...references, ...own].map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT "${name}"`),
      ...indexes.map(({ name }) => `DROP INDEX ${name}`),
    ],
    make: [
      ...own.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`),
      ...indexes.map(({ definition }) => definition),
      ...references.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`),
    ],
  };
}

async function commit(client: pg.Client): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error) => {
    if (failureOfCommit(error) !== 'unknown') throw error;
    throw new OutcomeUnknown(`a commit failed: ${error.message}`, { cause: error });
  });
  if (command === 'ROLLBACK') throw new Error('the transaction had failed before its commit, and nothing was written');
}

function translated(error: unknown): unknown {
  if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) {
    return new DatabaseRefused(
      'another process is creating a store in the database of DATABASE_URL: wait until it has ended.',
    );
  }
  return statementFailure(error);
}
