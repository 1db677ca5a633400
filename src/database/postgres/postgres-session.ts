import { createHash } from 'node:crypto';
import type { ClientBase, PoolConfig } from 'pg';
import type { Log } from '../../platform/log/log.ts';

const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * The server's codes for a prepared statement that does not exist, or whose name is already in use. They mean that a
 * pooler exchanges connections. The server reports this before the statement runs, so nothing was done.
 */
const LOST_STATEMENT = ['26000', '42P05'];

/**
 * A commit must be on disk before it is acknowledged, whatever the settings of the server, the database and the role.
 * Stricter settings stay.
 */
const SYNCHRONOUS = `CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END`;

/**
 * Statements are not compiled: compiling takes half a second, and at ten million payments the statements take a few
 * milliseconds.
 */
const NOT_COMPILED = "set_config('jit', 'off', false)";

/** How statements and settings reach a session: at its start or, behind a pooler that lends sessions out, with each transaction. */
export interface PostgresSession {
  /** The settings for the driver's pool. */
  readonly poolSettings: Pick<PoolConfig, 'statement_timeout' | 'idle_in_transaction_session_timeout'>;
  /** Makes the settings of a new connection that apply until it is closed. */
  prepare(client: ClientBase): Promise<void>;
  /** The text that starts a transaction and sets its time limit. One round trip. */
  beginText(isLong: boolean): string;
  /** Whether each connection has its own session and settings, because no pooler is known to exchange sessions. */
  isOwn(): boolean;
  /**
   * Sets the time after which the server ends a statement, for all later statements of this connection. Without `timeoutMs`, it is the
   * usual limit.
   */
  limitStatements(client: ClientBase, timeoutMs?: number): Promise<void>;
  /** The name under which a statement is prepared; undefined when statements must have no name. */
  statementName(text: string): string | undefined;
  /** Whether a statement failed because a pooler exchanges sessions. If so, it can be run again: from then on, no statement has a name. */
  hasLostStatement(error: unknown): boolean;
}

/**
 * Set `isPooled` if a pooler between us and PostgreSQL may give each transaction another session (PgBouncer with
 * `pool_mode = transaction`). Session settings would then affect other clients' transactions, and prepared statements
 * would be lost.
 */
export function postgresSession(isPooled: boolean, log: Log): PostgresSession {
  let isNaming = !isPooled;
  const limits = new WeakMap<ClientBase, number>();
  return {
    poolSettings: isPooled ? {} : OWN_SESSION,
    async prepare(client) {
      if (!isPooled)
        await client.query(`SELECT set_config('synchronous_commit', ${SYNCHRONOUS}, false), ${NOT_COMPILED}`);
    },
    // A session that a pooler lends has none of our settings, so its commit might not be on disk.
    beginText: (isLong) => (isNaming ? ownBegin(isLong) : pooledBegin(isLong)),
    isOwn: () => isNaming,
    async limitStatements(client, timeoutMs = STATEMENT_TIMEOUT_MS) {
      // Zero would be no limit at all.
      const limitMs = Math.max(1, Math.ceil(timeoutMs));
      if (limitMs === (limits.get(client) ?? STATEMENT_TIMEOUT_MS)) return;
      await client.query(`SET statement_timeout = ${limitMs}`);
      limits.set(client, limitMs);
    },
    statementName: (text) => (isNaming ? nameOf(text) : undefined),
    hasLostStatement(error) {
      if (!LOST_STATEMENT.includes((error as { code?: string }).code ?? '')) return false;
      if (isNaming) {
        isNaming = false;
        log.error(
          'a pooler exchanges the database connections of this process: statements are no longer prepared. Set DATABASE_POOLER=true',
        );
      }
      return true;
    },
  };
}

/** The reason of a refused connection, with the remedy where the driver's message does not state it. */
export function connectReason(error: unknown): string {
  const { message } = error as Error;
  if (!/unsupported startup parameter/.test(message)) return message;
  return `${message}: DATABASE_URL leads to PgBouncer. Set DATABASE_POOLER=true`;
}

const OWN_SESSION: PostgresSession['poolSettings'] = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
};

function ownBegin(isLong: boolean): string {
  return isLong ? 'BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0' : 'BEGIN';
}

function pooledBegin(isLong: boolean): string {
  const timeout = isLong ? 0 : STATEMENT_TIMEOUT_MS;
  return `BEGIN; SELECT set_config('statement_timeout', '${timeout}', true),
    set_config('idle_in_transaction_session_timeout', '${timeout}', true),
    set_config('synchronous_commit', ${SYNCHRONOUS}, true)`;
}

const statementNames = new Map<string, string>();

/**
 * A text has the same name in every process, and no two texts share a name. There are few texts, all of them in the
 * source.
 */
function nameOf(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = `peye_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    statementNames.set(text, name);
  }
  return name;
}
