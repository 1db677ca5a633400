import pg from 'pg';
import type { Log } from '../lib/log.ts';
import {
  type Database,
  DatabaseUnavailable,
  type InsertRows,
  OutcomeUnknown,
  type Row,
  type Transaction,
  type Value,
} from './database.ts';
import { connectReason, type PostgresSession, postgresSession } from './postgres-session.ts';

/** Connections of one node. More do not help a database with few cores; the rest of the requests queue here. */
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than the server's own timeout: only a server that went silent is given up on here. */
const SILENCE_TIMEOUT_MS = 15_000;
/** As long as the driver can wait: a migration of a large store takes minutes. A server that is gone ends the connection. */
const LONG_TIMEOUT_MS = 2 ** 31 - 1;
const MAX_RUNS = 8;
const RETRY_BASE_MS = 5;

const SERIALIZATION_FAILURES = ['40001', '40P01'];

const INT8 = 20;

/**
 * Opens a pool to PostgreSQL or a database that speaks its protocol. Nothing is connected yet, and a connection that
 * breaks later is replaced by itself. `isPooled` when there is a pooler such as PgBouncer in between.
 */
export function openPostgres(url: string, log: Log, { isPooled = false } = {}): Database {
  const session = postgresSession(isPooled, log);
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, (text) => safeInteger(text));
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...session.poolSettings,
    query_timeout: SILENCE_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'peye',
    types,
  });
  pool.on('error', (error) => log.warn({ error: error.message }, 'an idle database connection broke'));
  // A connection in use reports its break through the statement; without a listener it would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}));

  const connect = async () => {
    try {
      return await pool.connect();
    } catch (error) {
      throw new DatabaseUnavailable(connectReason(error), { cause: error });
    }
  };

  const runOnce = async <T>(work: (tx: Transaction) => Promise<T>, isLong: boolean): Promise<T> => {
    const client = await connect();
    let broken: Error | undefined;
    let result: T;
    try {
      try {
        await client.query(session.beginText(isLong));
        result = await work(transactionOn(client, session, isLong ? LONG_TIMEOUT_MS : SILENCE_TIMEOUT_MS));
      } catch (error) {
        // Before the commit was sent: the server rolls back by itself when the connection is gone.
        if (isConnectionError(error)) throw unavailable((broken = error as Error));
        await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
        throw error;
      }
      try {
        await client.query('COMMIT');
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        throw new OutcomeUnknown('the connection broke during a commit', { cause: (broken = error as Error) });
      }
      return result;
    } finally {
      client.release(broken);
    }
  };

  const readOnce = async <R extends Row>(sql: string, params: readonly Value[]): Promise<R[]> => {
    const client = await connect();
    let broken: Error | undefined;
    try {
      return await runStatement<R>(client, session, { text: sql, values: params, timeoutMs: SILENCE_TIMEOUT_MS });
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      throw unavailable((broken = error as Error));
    } finally {
      client.release(broken);
    }
  };

  return {
    engine: 'postgres',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    query: <R extends Row>(sql: string, params: readonly Value[] = []) =>
      readOnce<R>(sql, params).catch((error) => {
        if (!session.hasLostStatement(error)) throw error;
        return readOnce<R>(sql, params);
      }),
    async transaction(work, { isLong = false } = {}) {
      for (let run = 1; ; run++) {
        try {
          return await runOnce(work, isLong);
        } catch (error) {
          const isSerialization = SERIALIZATION_FAILURES.includes((error as { code?: string }).code ?? '');
          const retry = isSerialization || session.hasLostStatement(error);
          if (!retry || run === MAX_RUNS) throw error;
          await new Promise((done) => setTimeout(done, Math.random() * RETRY_BASE_MS * 2 ** run));
        }
      }
    },
    close: () => pool.end(),
  };
}

function transactionOn(client: pg.PoolClient, session: PostgresSession, timeoutMs: number): Transaction {
  return {
    query: (text, values = []) => runStatement(client, session, { text, values, timeoutMs }),
    insertRows: (insert) => {
      const values = insert.columns.map((_, index) => insert.rows.map((row) => row[index] ?? null));
      return runStatement(client, session, { text: insertSql(insert), values, timeoutMs });
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

/** One array a column, so that one statement takes any number of rows. */
function insertSql({ table, columns, suffix = '' }: InsertRows): string {
  const names = columns.map((column) => column.name).join(', ');
  const arrays = columns.map((column, index) => `$${index + 1}::${column.type}[]`).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays}) ${suffix}`;
}

/** Whether the connection or the server, not the statement, failed: no answer came in time, or it is going away or full. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code;
  if (error instanceof pg.DatabaseError) return code !== undefined && /^(08|53|57P|57014)/.test(code);
  return code === undefined ? /timeout|terminated|closed|not queryable/i.test(error.message) : /^E[A-Z]+$/.test(code);
}

function unavailable(error: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable((error as Error).message, { cause: error });
}

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`a stored integer is beyond 2^53: ${text}`);
  return number;
}
