import type pg from 'pg';
import type { Log } from '../../platform/log/log.ts';
import {
  type Database,
  DatabaseUnavailable,
  type InsertRows,
  OutcomeUnknown,
  type Row,
  type RowValues,
  SchemaMovedOn,
  type Transaction,
  type TransactionOptions,
  type Value,
} from '../database.ts';
import { writersFence } from '../schema/migration-files.ts';
import { contentionQueue } from './contention-queue.ts';
import { findsTogether } from './finds-together.ts';
import { failureBeforeCommit, failureOfCommit, mayHaveCommitted } from './postgres-errors.ts';
import { openPool, SILENCE_TIMEOUT_MS, unavailable } from './postgres-pool.ts';
import { type PostgresSession, postgresSession } from './postgres-session.ts';
import { insertStatement, updateStatement } from './rows-statement.ts';

/** The longest time that the driver can wait: a migration of a large store takes minutes. If the server dies, the connection ends. */
const LONG_TIMEOUT_MS = 2 ** 31 - 1;
const MAX_RUNS = 8;
const RETRY_BASE_MS = 5;
const UNIQUE_VIOLATION = '23505';
const UNDEFINED_TABLE = '42P01';
const TOO_SLOW = 'the store was too slow, and the write was cancelled';

/**
 * Opens a pool to PostgreSQL or a database that speaks its protocol. Nothing is connected yet. A connection that breaks
 * later is replaced automatically. Set `isPooled` for a pooler such as PgBouncer in between. Writes require the table
 * `fence`, by default this program's own, and fail with SchemaMovedOn when it does not exist. With null they require no
 * table.
 */
export function openPostgres(
  url: string,
  log: Log,
  { isPooled = false, fence = writersFence() }: { isPooled?: boolean; fence?: string | null } = {},
): Database {
  const session = postgresSession(isPooled, log);
  const { connect, connectToInsert, release, requireWritable, usage, close } = openPool(url, log, session);
  const inCrowd = contentionQueue();
  const outgrown = Promise.withResolvers<string>();
  // The lock of a reader: writers do not wait for each other, and a migration that drops the fence waits for all of
  // them.
  const lockFence = fence ? `; LOCK TABLE ${fence} IN ACCESS SHARE MODE` : '';

  const throwOutgrown = (error: unknown): never => {
    if (!fence || !isMissing(error, fence)) throw error;
    const moved = new SchemaMovedOn({ cause: error });
    outgrown.resolve(moved.message);
    throw moved;
  };

  /** Runs the work on a connection. After a failure of the connection itself, it is not used again. */
  const onConnection = async <T>(work: (client: pg.PoolClient) => Promise<T>, get = connect): Promise<T> => {
    const client = await get();
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
        // In one message, so that the fence costs no extra round trip.
        await client.query(session.beginText(options.isLong ?? false) + (options.isUnfenced ? '' : lockFence));
        result = await runInTime(work, options, (timeoutMs) => transactionOn(client, session, timeoutMs));
      } catch (error) {
        // A connection that is at fault is closed instead, and the server then rolls back by itself.
        if (!isOfConnection(error)) await client.query('ROLLBACK').catch(throwAsUnavailable);
        throw error;
      }
      await commit(client);
      return result;
    });

  const readOnce = <R>(statement: Statement): Promise<R[]> =>
    onConnection((client) => runStatement<R>(client, session, statement));
  const read = <R>(text: string, values: readonly unknown[], rowMode?: 'array'): Promise<R[]> => {
    const statement = { text, values, timeoutMs: SILENCE_TIMEOUT_MS, rowMode };
    return readOnce<R>(statement)
      .catch((error) => {
        if (!session.hasLostStatement(error)) throw error;
        return readOnce<R>(statement);
      })
      .catch(throwTranslated);
  };
  const rows = (text: string, values: readonly unknown[]) => read<RowValues>(text, values, 'array');

  const insertInTransaction = (
    inserts: () => readonly InsertRows[],
    options: Pick<TransactionOptions, 'commitWithinMs'>,
  ): Promise<unknown> =>
    runOnce(async (tx) => {
      const statement = insertStatement(inserts());
      if (statement) await tx.query(statement.text, statement.values);
    }, options);

  /**
   * Inserts with a single statement, which is its own transaction: one round trip, and half the cost for the server. The server itself ends
   * a statement that takes too long to commit in time.
   */
  const insertAlone = (
    inserts: () => readonly InsertRows[],
    { commitWithinMs }: Pick<TransactionOptions, 'commitWithinMs'>,
  ): Promise<void> =>
    onConnection(async (client) => {
      await session.limitStatements(client, commitWithinMs);
      const statement = insertStatement(inserts(), fence ?? undefined);
      if (commitWithinMs !== undefined && commitWithinMs <= 0) throw new DatabaseUnavailable(TOO_SLOW);
      if (statement) await runAndCommit(client, session, statement);
    }, connectToInsert);

  /** Calls `run` again after a conflict, and when a pooler has lost its statement. */
  const repeated = async <T>(run: () => Promise<T>): Promise<T> => {
    for (let runs = 1; ; runs++) {
      try {
        return await run();
      } catch (error) {
        const isConflict = failureBeforeCommit(error) === 'conflict';
        if (!isConflict && !session.hasLostStatement(error)) return throwTranslated(error);
        if (runs === MAX_RUNS) throw isConflict ? unavailable(error) : error;
        await new Promise((done) => setTimeout(done, Math.random() * RETRY_BASE_MS * 2 ** runs));
      }
    }
  };

  return {
    engine: 'postgres',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    query: <R extends Row>(sql: string, params: readonly Value[] = []) => read<R>(sql, params),
    find: findsTogether(rows),
    async readSteps(readSteps) {
      const steps = readSteps();
      let step = steps.next();
      while (!step.done) step = steps.next(await rows(step.value.sql, step.value.params));
      return step.value;
    },
    transaction(work, options = {}) {
      const run = () => repeated(() => runOnce(work, options)).catch(throwOutgrown);
      return options.crowdedRow === undefined ? run() : inCrowd(options.crowdedRow, run);
    },
    async insertAll(inserts, options = {}) {
      try {
        // Outside a transaction, a session that a pooler lends has neither the time limit nor the setting that commits wait for the disk.
        await repeated<unknown>(() => (session.isOwn() ? insertAlone : insertInTransaction)(inserts, options)).catch(
          throwOutgrown,
        );
        return true;
      } catch (error) {
        if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
        return false;
      }
    },
    outsideTransaction: (text) => onConnection((client) => runAlone(client, text, isPooled)).catch(throwTranslated),
    async snapshot(work) {
      // Loaded only here, because only a backup needs this module.
      return (await import('./postgres-snapshot.ts')).postgresSnapshot(url, work);
    },
    outgrown: outgrown.promise,
    requireWritable: () => onConnection(requireWritable).catch(throwTranslated),
    usage,
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
  if (performance.now() > deadline) throw new DatabaseUnavailable(TOO_SLOW);
  return result;
}

/** Commits. Throws OutcomeUnknown unless the server reports that it rolled back, or that it committed without a warning. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await withoutReservation(client, () =>
    client.query('COMMIT').catch((error) => {
      if (failureOfCommit(error) !== 'unknown') throw error;
      throw new OutcomeUnknown(`a commit failed: ${error.message}`, { cause: error });
    }),
  );
  // The server responds ROLLBACK to the COMMIT of a transaction in which a statement had failed.
  if (command === 'ROLLBACK') throw new Error('the transaction had failed before its commit, and nothing was written');
}

/** Runs a statement that is its own transaction. Throws OutcomeUnknown unless the server reports the outcome. */
function runAndCommit(
  client: pg.PoolClient,
  session: PostgresSession,
  statement: Pick<Statement, 'text' | 'values'>,
): Promise<unknown> {
  return withoutReservation(client, () =>
    runStatement(client, session, { ...statement, timeoutMs: SILENCE_TIMEOUT_MS }).catch((error) => {
      if (!mayHaveCommitted(error)) throw error;
      throw new OutcomeUnknown(`a write failed: ${error.message}`, { cause: error });
    }),
  );
}

/**
 * Throws OutcomeUnknown when a commit succeeds with a warning: a cancelled wait for synchronous standbys
 * ends with a commit and the warning that a failover may lose it.
 */
async function withoutReservation<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  let reservation: string | undefined;
  const onNotice = ({ code = '', message }: { code?: string | undefined; message?: string | undefined }) => {
    if (!code.startsWith('00')) reservation = message ?? code;
  };
  client.on('notice', onNotice);
  try {
    const result = await work();
    if (reservation !== undefined) throw new OutcomeUnknown(`a commit returned a warning: ${reservation}`);
    return result;
  } finally {
    client.off('notice', onNotice);
  }
}

/** Whether a statement failed because a table does not exist. The server's message contains the name of the table in every language. */
function isMissing(error: unknown, table: string): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === UNDEFINED_TABLE && (message ?? '').includes(table);
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
    async insertAll(inserts) {
      const statement = insertStatement(inserts);
      if (statement) await runStatement(client, session, { ...statement, timeoutMs: timeoutMs() });
    },
    async insertRows(insert) {
      const statement = insertStatement([insert]);
      return statement ? runStatement(client, session, { ...statement, timeoutMs: timeoutMs() }) : [];
    },
    updateRows: (update) => runStatement(client, session, { ...updateStatement(update), timeoutMs: timeoutMs() }),
  };
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly timeoutMs: number;
  /** Rows as objects, unless this is set. */
  readonly rowMode?: 'array' | undefined;
}

/** Runs a statement. A statement with a name is parsed and planned once for each connection. */
async function runStatement<R>(
  client: pg.PoolClient,
  session: PostgresSession,
  { text, values, timeoutMs, rowMode }: Statement,
): Promise<R[]> {
  const name = session.statementName(text);
  // By the driver's types a statement cannot have its own timeout, and must have a row mode.
  const statement = { name, text, values: values as unknown[], query_timeout: timeoutMs, rowMode };
  const result = await client.query(statement as pg.QueryConfig);
  // The rows are moved out of the driver's result. If an export's rows stayed in it, ten times as many would survive
  // collections of young memory.
  return result.rows.splice(0) as R[];
}

/**
 * Runs a statement outside a transaction, without a time limit. A pooled session must not get a timeout or any other
 * setting.
 */
async function runAlone(client: pg.PoolClient, text: string, isPooled: boolean): Promise<void> {
  if (!isPooled) await client.query('SET statement_timeout = 0');
  try {
    await client.query({ text, query_timeout: LONG_TIMEOUT_MS } as pg.QueryConfig);
  } finally {
    if (!isPooled) await client.query('RESET statement_timeout');
  }
}
