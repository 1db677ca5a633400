import type { Database } from '../database.ts';
import { MAX_CONNECTIONS } from './postgres-pool.ts';

/** Connections reserved for operators' commands, and for other users of the server. */
const SPARE = 5;

/**
 * Why a PostgreSQL server does not allow this many processes, each of which opens up to MAX_CONNECTIONS connections;
 * undefined when it does.
 */
export async function connectionFault(db: Database, processes: number): Promise<string | undefined> {
  const [row] = await db.query<{ n: number }>(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS n`,
  );
  const needed = processes * MAX_CONNECTIONS + SPARE;
  const allowed = row?.n ?? 0;
  if (needed <= allowed) return undefined;
  const most = Math.max(1, Math.floor((allowed - SPARE) / MAX_CONNECTIONS));
  return `${processes} processes need up to ${needed} connections, and PostgreSQL allows ${allowed}: run at most ${most}, raise max_connections, or use a pooler (docs/postgresql.md).`;
}
