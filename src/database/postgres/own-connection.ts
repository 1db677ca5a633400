import pg from 'pg';
import { DatabaseUnavailable } from '../database.ts';
import { failureBeforeCommit } from './postgres-errors.ts';
import { integerTypes } from './postgres-pool.ts';
import { connectReason } from './postgres-session.ts';
import { postgresTarget } from './postgres-tls.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** Opens a dedicated connection, with `settings` added. Throws DatabaseUnavailable. */
export async function ownConnection(url: string, settings: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({
    ...postgresTarget(url).settings,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'peye',
    types: integerTypes(),
    ...settings,
  });
  // The statement that fails reports the error; without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseUnavailable(connectReason(error), { cause: error });
  }
  return client;
}

/**
 * Runs slow work on its own connection, to which `settings` are added; its transactions have no time limits.
 * Throws DatabaseUnavailable.
 */
export async function onOwnConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  settings: pg.ClientConfig = {},
): Promise<T> {
  const client = await ownConnection(url, settings);
  try {
    return await work(client);
  } finally {
    // An open transaction is rolled back by the server.
    await client.end().catch(() => {});
  }
}

/**
 * The error to throw for a failed statement: DatabaseUnavailable if the connection or the server is at fault, otherwise
 * the same error.
 */
export function statementFailure(error: unknown): unknown {
  const failure = failureBeforeCommit(error);
  if (error instanceof DatabaseUnavailable || (failure !== 'unavailable' && failure !== 'read_only')) return error;
  return new DatabaseUnavailable((error as Error).message, { cause: error });
}
