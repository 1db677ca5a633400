import type { Log } from '../platform/log/log.ts';
import { type Database, DatabaseUnavailable, type Row } from './database.ts';

/**
 * Values that identify a PostgreSQL store. At least one of them changes when the store is rolled back. A promoted
 * standby and a restore to a moment start a new timeline. A dump that is read into another server, another database or
 * over the old tables creates the table again.
 */
const TABLE = `(SELECT oid FROM pg_database WHERE datname = current_database()) || '/' || CAST('charging'::regclass::oid AS TEXT)`;
const TIMELINE = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)';
const SERVER = '(SELECT system_identifier FROM pg_control_system())';

/** Ordered from the most that a server may report to the least. Other servers that speak PostgreSQL's protocol have no timeline. */
const PLACES = [`${SERVER} || '/' || ${TIMELINE} || '/' || ${TABLE}`, `${TIMELINE} || '/' || ${TABLE}`, TABLE] as const;

const IN_RECOVERY = '55000';

export type ReadPlace = (db: Pick<Database, 'query'>) => Promise<string | null>;

/**
 * Returns a function that reads the store's place from the server. Null for an embedded store, and for a server that
 * reports nothing: a rollback is then known only if the operator declares it.
 */
export async function placeReader(db: Database, log: Log): Promise<ReadPlace> {
  if (db.engine === 'sqlite') return async () => null;
  for (const [index, place] of PLACES.entries()) {
    const sql = `SELECT CAST(${place} AS TEXT) AS place`;
    const read: ReadPlace = async (on) => (await on.query<Row & { place: string }>(sql))[0]?.place ?? null;
    try {
      await read(db);
    } catch (error) {
      // Unavailable, or a standby: it reports its place once it takes writes.
      if (error instanceof DatabaseUnavailable || (error as { code?: string }).code === IN_RECOVERY) throw error;
      continue;
    }
    if (index > 1)
      log.warn('this server does not report its timeline: after a failover or a restore run `peye restore --mark`');
    return read;
  }
  log.warn('this server does not report its position: after a failover or a restore run `peye restore --mark`');
  return async () => null;
}
