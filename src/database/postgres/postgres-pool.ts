import pg from 'pg';
import type { Log } from '../../platform/log/log.ts';
import { DatabaseUnavailable, type StoreUsage } from '../database.ts';
import { failureBeforeCommit } from './postgres-errors.ts';
import { connectReason, type PostgresSession } from './postgres-session.ts';
import { postgresTarget } from './postgres-tls.ts';

/** Connections of one process. More do not help a database with few cores. Further requests queue here. */
const POOL_SIZE = 8;
/** Further connections that only insert. Their statements have their own time limit, and do not queue behind others. */
const INSERTING = 2;
/** All connections that one process may hold. */
export const MAX_CONNECTIONS = POOL_SIZE + INSERTING;
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than the server's own timeout, so it only applies when a server stops responding. */
export const SILENCE_TIMEOUT_MS = 15_000;

const INT8 = 20;

export interface PostgresPool {
  /** A connection to a server that takes writes; the caller must release it. Throws DatabaseUnavailable. */
  connect(): Promise<pg.PoolClient>;
  /** `connect`, for a connection that is only used to insert. */
  connectToInsert(): Promise<pg.PoolClient>;
  /** Releases a connection; a failed one is closed. */
  release(client: pg.PoolClient, failure: unknown): void;
  /** Throws DatabaseUnavailable unless the server behind this connection takes writes. */
  requireWritable(client: pg.ClientBase): Promise<void>;
  usage(): StoreUsage;
  close(): Promise<void>;
}

/**
 * Connections to PostgreSQL. Only servers that take writes are used. The data of a standby or a demoted leader may be
 * old: a merchant who looks up a new payment there would get the response that it does not exist. A new connection to such a
 * server is not used. If a connection in use turns out to lead to such a server, all open connections are replaced,
 * even those that look healthy.
 */
export function openPool(url: string, log: Log, session: PostgresSession): PostgresPool {
  // Increased whenever a server turns out to take no writes: older connections are not reused.
  let generation = 0;
  const generations = new WeakMap<pg.ClientBase, number>();
  const isOld = (client: pg.ClientBase) => generations.get(client) !== generation;

  const requireWritable = async (client: pg.ClientBase) => {
    const query = { text: 'SHOW transaction_read_only', query_timeout: CONNECT_TIMEOUT_MS };
    const { rows } = await client.query<{ transaction_read_only: string }>(query);
    if (rows[0]?.transaction_read_only === 'off') return;
    throw new ReadOnlyServer('the PostgreSQL server takes no writes: it is a standby, or set read-only');
  };

  const settings: pg.PoolConfig = {
    ...postgresTarget(url).settings,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...session.poolSettings,
    query_timeout: SILENCE_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'peye',
    types: integerTypes(),
    // The pool waits for this function, and closes the connection when it fails.
    onConnect: async (client) => {
      // A broken connection in use is reported through its statement; without a listener it would end the process as well.
      client.on('error', () => {});
      generations.set(client, generation);
      await session.prepare(client);
      await requireWritable(client);
    },
  };
  const poolOf = (max: number) =>
    new pg.Pool({ ...settings, max }).on('error', (error) =>
      log.warn({ error: error.message }, 'an idle database connection broke'),
    );
  const general = poolOf(POOL_SIZE);
  const inserting = poolOf(INSERTING);

  const connectFrom = async (pool: pg.Pool) => {
    for (;;) {
      const client = await pool.connect().catch((error) => {
        throw new DatabaseUnavailable(connectReason(error), { cause: error });
      });
      if (!isOld(client)) return client;
      client.release(true);
    }
  };

  const release = (client: pg.PoolClient, failure: unknown) => {
    if (failure instanceof ReadOnlyServer || failureBeforeCommit(failure) === 'read_only') generation++;
    client.release(failure !== undefined || isOld(client));
  };

  return {
    connect: () => connectFrom(general),
    connectToInsert: () => connectFrom(inserting),
    release,
    requireWritable,
    usage() {
      const sum = (of: (pool: pg.Pool) => number) => of(general) + of(inserting);
      const connections = sum(({ totalCount }) => totalCount);
      return {
        connections,
        busy: connections - sum(({ idleCount }) => idleCount),
        waiting: sum(({ waitingCount }) => waitingCount),
      };
    },
    async close() {
      await Promise.all([general.end(), inserting.end()]);
    },
  };
}

/** The server that a connection leads to is a standby, a demoted leader, or set read-only. */
class ReadOnlyServer extends DatabaseUnavailable {}

export function unavailable(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error;
  return new DatabaseUnavailable((error as Error).message, { cause: error });
}

/** Integers of eight bytes as numbers. */
export function integerTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, (text) => safeInteger(text));
  return types;
}

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`a stored integer is beyond 2^53: ${text}`);
  return number;
}
