import type { Database } from './database.ts';

/** A setting that can lose an acknowledged payment. */
interface DurabilityFault {
  /** Whether a crash alone can lose a payment, or no data can be written at all. */
  readonly isSerious: boolean;
  readonly message: string;
  /** How to fix it. */
  readonly fix: string;
}

export interface Durability {
  readonly faults: readonly DurabilityFault[];
  /** The summary when there is no fault. */
  readonly summary: string;
}

/** Checks that a store's settings keep the promise "on disk when acknowledged". Reads only. */
export function readDurability(db: Database): Promise<Durability> {
  return db.engine === 'sqlite' ? ofSqlite(db) : ofPostgres(db);
}

/** Reads the settings on the connection that writes, because each connection has its own value of `synchronous`. */
function ofSqlite(db: Database): Promise<Durability> {
  return db.transaction(async (tx) => {
    const [journal] = await tx.query<{ journal_mode: string }>('PRAGMA journal_mode');
    const [sync] = await tx.query<{ synchronous: number }>('PRAGMA synchronous');
    const isWal = journal?.journal_mode === 'wal';
    const isFull = (sync?.synchronous ?? 0) >= 2;
    const fault = {
      isSerious: true,
      message: `the embedded store writes with journal_mode ${journal?.journal_mode} and synchronous ${sync?.synchronous}`,
      fix: 'Its file system does not support a write-ahead log: set DATA_DIR to a folder on a disk of this machine.',
    };
    return {
      faults: isWal && isFull ? [] : [fault],
      summary: 'every commit is flushed to the disk (WAL, synchronous FULL)',
    };
  });
}

const SETTINGS = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'synchronous_standby_names',
  'wal_level',
  'archive_mode',
  'data_checksums',
] as const;
type Settings = Readonly<Record<(typeof SETTINGS)[number], string>>;

async function ofPostgres(db: Database): Promise<Durability> {
  // The values that result from the server, the database and the role, before Peye sets anything in its own session.
  const rows = await db.query<{ name: string; value: string }>(
    `SELECT name, reset_val AS value FROM pg_settings WHERE name IN (${SETTINGS.map((name) => `'${name}'`).join(', ')})`,
  );
  const settings = Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Settings;
  const standbys = await readStandbys(db);
  const faults = [...serverFaults(settings), ...commitFaults(settings), ...standbyFaults(settings, standbys)];
  return { faults, summary: summaryOf(settings, standbys) };
}

function serverFaults({ fsync, full_page_writes, wal_level }: Settings): DurabilityFault[] {
  const faults: DurabilityFault[] = [];
  if (fsync === 'off') {
    faults.push({
      isSerious: true,
      message: 'fsync is off: a crash of the machine loses payments, and can damage the whole database',
      fix: 'ALTER SYSTEM SET fsync = on, then SELECT pg_reload_conf().',
    });
  }
  if (full_page_writes === 'off') {
    faults.push({
      isSerious: true,
      message: 'full_page_writes is off: a crash of the machine can leave pages that are half written',
      fix: 'ALTER SYSTEM SET full_page_writes = on, then SELECT pg_reload_conf().',
    });
  }
  if (wal_level === 'minimal') {
    faults.push({
      isSerious: false,
      message: 'wal_level is minimal: there can be no replica, and no backup other than dumps',
      fix: 'ALTER SYSTEM SET wal_level = replica, then restart PostgreSQL.',
    });
  }
  return faults;
}

function commitFaults({ synchronous_commit, synchronous_standby_names }: Settings): DurabilityFault[] {
  const fix =
    'Change it to on where it was set: ALTER ROLE, ALTER DATABASE or ALTER SYSTEM … SET synchronous_commit = on.';
  if (synchronous_commit === 'off') {
    const message =
      'synchronous_commit is off: Peye switches it on for itself, but what else writes to this database loses commits in a crash';
    return [{ isSerious: false, message, fix }];
  }
  if (synchronous_commit !== 'local' || synchronous_standby_names === '') return [];
  const message = 'synchronous_commit is local: commits do not wait for the standbys of synchronous_standby_names';
  return [{ isSerious: false, message, fix }];
}

interface Standbys {
  readonly connected: number;
  readonly synchronous: number;
  /** Whether this database user may see the state of the standbys. Otherwise it only sees that they exist. */
  readonly isVisible: boolean;
}

async function readStandbys(db: Database): Promise<Standbys> {
  // A running backup is listed like a standby, but no failover goes to it.
  const [row] = await db.query<{ connected: number; synchronous: number; hidden: number }>(
    `SELECT count(*) AS connected,
            count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) AS synchronous,
            count(*) FILTER (WHERE state IS NULL) AS hidden
       FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup'`,
  );
  return { connected: row?.connected ?? 0, synchronous: row?.synchronous ?? 0, isVisible: (row?.hidden ?? 0) === 0 };
}

function standbyFaults(settings: Settings, { connected, synchronous, isVisible }: Standbys): DurabilityFault[] {
  const names = settings.synchronous_standby_names;
  if (!isVisible) {
    const message = `there are replicas (${connected}), but this user may not see whether they are synchronous`;
    return [{ isSerious: false, message, fix: 'Have an administrator GRANT pg_monitor to the user of DATABASE_URL.' }];
  }
  if (connected > 0 && names === '') {
    const message = `the replicas (${connected}) are asynchronous: a failover loses the payments that were acknowledged last`;
    const fix =
      "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)' with two replicas or more (with one, commits stop when it does).";
    return [{ isSerious: false, message, fix }];
  }
  if (names !== '' && synchronous === 0 && settings.synchronous_commit !== 'local') {
    const message = `no standby of synchronous_standby_names (${names}) is connected: commits wait for ever`;
    return [{ isSerious: true, message, fix: 'Bring a standby back, or empty synchronous_standby_names.' }];
  }
  return [];
}

function summaryOf({ wal_level, archive_mode, data_checksums }: Settings, { synchronous }: Standbys): string {
  const where = synchronous > 0 ? `to the disk and to a synchronous standby` : 'to the disk';
  return `every commit is flushed ${where} (wal_level ${wal_level}, archive_mode ${archive_mode}, data_checksums ${data_checksums})`;
}

/** Takes the lock of a write, but writes no row. Throws the errors of a write. */
export async function tryWrite(db: Database): Promise<void> {
  await db.transaction((tx) => tx.query("UPDATE feeds SET last_position = last_position WHERE website_id = ''"));
}
