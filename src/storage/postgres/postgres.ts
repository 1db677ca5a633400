import type pg from 'pg';
import type { Log } from '../../lib/log.ts';
import {
  type Database,
  DatabaseUnavailable,
  type InsertRows,
  OutcomeUnknown,
  type Row,
  type Transaction,
  type TransactionOptions,
  type Value,
} from '../database.ts';
import { failureBeforeCommit, failureOfCommit } from './postgres-errors.ts';
import { openPool, SILENCE_TIMEOUT_MS, unavailable } from './postgres-pool.ts';
import { type PostgresSession, postgresSession } from './postgres-session.ts';

/** As long as the driver can wait: a migration of a large store takes minutes. A server that is gone ends the connection. */
const LONG_TIMEOUT_MS = 2 ** 31 - 1;
const MAX_RUNS = 8;
const RETRY_BASE_MS = 5;
const UNIQUE_VIOLATION = '23505';

/**
 * Opens a pool to PostgreSQL or a database that speaks its protocol. Nothing is connected yet, and a connection that
 * breaks later is replaced by itself. `isPooled` when there is a pooler such as PgBouncer in between.
 */
export function openPostgres(url: string, log: Log, { isPooled = false } = {}): Database {
  const session = postgresSession(isPooled, log);
  const { connect, release, requireWritable, close } = openPool(url, log, session);

  /** Uses a connection; one whose failure says anything of the connection is not used again. */
  const onConnection = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await connect();
    let broken: unknown;
    try {
      return await work(client);
    } catch (error) {
      if (isOfConnection(error)) broken = error;
      throw error;
    } finally {
      release(client, broken);
    }
  };

  const runOnce = <T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions): Promise<T> =>
    onConnection(async (client) => {
      let result: T;
      try {
        await client.query(session.beginText(options.isLong ?? false));
        result = await runInTime(work, options, (timeoutMs) => transactionOn(client, session, timeoutMs));
      } catch (error) {
        // Where the connection is at fault it is closed instead, and the server rolls back by itself.
        if (!isOfConnection(error)) await client.query('ROLLBACK').catch(throwAsUnavailable);
        throw error;
      }
      await commit(client);
      return result;
    });

  const readOnce = <R extends Row>(text: string, values: readonly Value[]): Promise<R[]> =>
    onConnection((client) => runStatement<R>(client, session, { text, values, timeoutMs: SILENCE_TIMEOUT_MS }));

  const transaction: Database['transaction'] = async (work, options = {}) => {
    for (let run = 1; ; run++) {
      try {
        return await runOnce(work, options);
      } catch (error) {
        const isConflict = failureBeforeCommit(error) === 'conflict';
        if (!isConflict && !session.hasLostStatement(error)) return throwTranslated(error);
        if (run === MAX_RUNS) throw isConflict ? unavailable(error) : error;
        await new Promise((done) => setTimeout(done, Math.random() * RETRY_BASE_MS * 2 ** run));
      }
    }
  };

  return {
    engine: 'postgres',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    query: <R extends Row>(sql: string, params: readonly Value[] = []) =>
      readOnce<R>(sql, params)
        .catch((error) => {
          if (!session.hasLostStatement(error)) throw error;
          return readOnce<R>(sql, params);
        })
        .catch(throwTranslated),
    transaction,
    async insertAll(inserts, options) {
      try {
        await transaction(async (tx) => {
          for (const insert of inserts()) await tx.insertRows(insert);
        }, options);
        return true;
      } catch (error) {
        if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
        return false;
      }
    },
    outsideTransaction: (text) => onConnection((client) => runAlone(client, text, isPooled)).catch(throwTranslated),
    requireWritable: () => onConnection(requireWritable).catch(throwTranslated),
    close,
  };
}

/** Runs the work, and rolls it back when its commit would be sent too late. */
async function runInTime<T>(
  work: (tx: Transaction) => Promise<T>,
  { isLong = false, commitWithinMs = LONG_TIMEOUT_MS }: TransactionOptions,
  transactionOf: (timeoutMs: () => number) => Transaction,
): Promise<T> {
  const deadline = performance.now() + commitWithinMs;
  const longest = isLong ? LONG_TIMEOUT_MS : SILENCE_TIMEOUT_MS;
  const result = await work(transactionOf(() => Math.max(1, Math.min(longest, deadline - performance.now()))));
  if (performance.now() > deadline) throw new DatabaseUnavailable('the store was too slow, and the write was given up');
  return result;
}

/**
 * Throws OutcomeUnknown unless the server says that it rolled back, or that it committed without a reservation: a wait for
 * synchronous standbys that somebody cancelled is answered by a commit and a warning that a failover may lose it.
 */
async function commit(client: pg.PoolClient): Promise<void> {
  let reservation: string | undefined;
  const onNotice = ({ code = '', message }: { code?: string | undefined; message?: string | undefined }) => {
    if (!code.startsWith('00')) reservation = message ?? code;
  };
  client.on('notice', onNotice);
  let command: string;
  try {
    command = (await client.query('COMMIT')).command;
  } catch (error) {
    if (failureOfCommit(error) !== 'unknown') throw error;
    throw new OutcomeUnknown(`a commit failed: ${(error as Error).message}`, { cause: error });
  } finally {
    client.off('notice', onNotice);
  }
  // The response to a COMMIT of a transaction in which a statement had failed.
  if (command === 'ROLLBACK') throw new Error('the transaction had failed before its commit, and nothing was written');
  if (reservation !== undefined) throw new OutcomeUnknown(`a commit was answered with a warning: ${reservation}`);
}

/** Whether a connection must not be used again after this failure. */
function isOfConnection(error: unknown): boolean {
  return ['unavailable', 'read_only', 'unknown'].includes(failureBeforeCommit(error));
}

function throwAsUnavailable(error: unknown): never {
  throw unavailable(error);
}

function throwTranslated(error: unknown): never {
  const failure = failureBeforeCommit(error);
  if (failure === 'unavailable' || failure === 'read_only') throw unavailable(error);
  if (failure !== 'unknown' || error instanceof OutcomeUnknown) throw error;
  throw new OutcomeUnknown((error as Error).message, { cause: error });
}

function transactionOn(client: pg.PoolClient, session: PostgresSession, timeoutMs: () => number): Transaction {
  return {
    query: (text, values = []) => runStatement(client, session, { text, values, timeoutMs: timeoutMs() }),
    insertRows: (insert) => {
      const values = insert.columns.map((_, index) => insert.rows.map((row) => row[index] ?? null));
      return runStatement(client, session, { text: insertSql(insert), values, timeoutMs: timeoutMs() });
    },
  };
}

/** A named statement is parsed and planned once a connection. */
async function runStatement<R extends Row>(
  client: pg.PoolClient,
  session: PostgresSession,
  { text, values, timeoutMs }: { text: string; values: readonly unknown[]; timeoutMs: number },
): Promise<R[]> {
  const name = session.statementName(text);
  // The types of the driver do not know that a statement may have a timeout of its own.
  const statement = { name, text, values: values as unknown[], query_timeout: timeoutMs };
  const result = await client.query<R>(statement);
  return result.rows;
}

/** A pooled session must not be given a timeout or any other setting. */
async function runAlone(client: pg.PoolClient, text: string, isPooled: boolean): Promise<void> {
  if (!isPooled) await client.query('SET statement_timeout = 0');
  try {
    await client.query({ text, query_timeout: LONG_TIMEOUT_MS } as pg.QueryConfig);
  } finally {
    if (!isPooled) await client.query('RESET statement_timeout');
  }
}

/** One array per column, so that one statement takes any number of rows. */
function insertSql({ table, columns, suffix = '' }: InsertRows): string {
  const names = columns.map((column) => column.name).join(', ');
  const arrays = columns.map((column, index) => `$${index + 1}::${column.type}[]`).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays}) ${suffix}`;
}
