import { type Actor, SYSTEM } from '../../../core/actor.ts';
import { MS_PER_MINUTE } from '../../../core/durations.ts';
import { type Database, DatabaseUnavailable, type Transaction } from '../../../database/database.ts';
import { buildIndexes } from '../../../database/schema/build-indexes.ts';
import { MIGRATIONS_TABLE, type Migration, statementsOf } from '../../../database/schema/migration-files.ts';
import { COMPATIBILITY, readSchemaState, type SchemaState } from '../../../database/schema/schema-state.ts';
import { NOTICE_MS } from '../../../database/schema/watch-schema.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { parseObject } from '../../../platform/text/json-object.ts';
import { type ChangeMaker, recordChange } from '../../audit/store/record-change.ts';

/** The migration that creates the audit log. */
const AUDIT = 17;

/** Created before the first announcement, also in a store that is older than the migration with this table. */
const ANNOUNCEMENTS_TABLE =
  'CREATE TABLE IF NOT EXISTS peye_announcements (migration_id INTEGER PRIMARY KEY, announced_at_us BIGINT NOT NULL)';

/** The time by the store's own clock, microseconds: nodes on several machines use only this clock here. */
const NOW_US = {
  sqlite: "CAST(unixepoch('subsec') * 1000000 AS INTEGER)",
  postgres: 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)',
};

const MIGRATIONS = tableOf<Pick<Migration, 'id' | 'name'> & { readonly appliedAtUs: number }>('peye_migrations', {
  id: bigint('id'),
  name: text('name'),
  appliedAtUs: bigint('applied_at_us'),
});
const INSERT = MIGRATIONS.insertion('ON CONFLICT (id) DO NOTHING RETURNING id');

const MAX_COLLISIONS = 20;
const COLLISION_PAUSE_MS = 50;

/** How long a statement may wait for a table's lock: while it waits, it blocks every later statement on the table. */
const LOCK_TIMEOUT = "SET LOCAL lock_timeout = '1s'";
const LOCK_PAUSE_MS = 1_000;
const LOCK_TIMEOUT_MS = 10 * MS_PER_MINUTE;
const LOCK_NOT_AVAILABLE = '55P03';

/** PostgreSQL's errors when another node creates the same table or inserts the same migration at the same moment. */
const MADE_BY_ANOTHER_NODE = ['23505', '42P07', '42710'];

/**
 * Brings the schema up to date, and returns the names of the migrations that ran. Each migration is one transaction,
 * which first inserts the migration's own row. Of several nodes that start together, one runs it; the others wait for
 * the commit and continue. Only indexes that are built while other sessions write are built outside the transaction;
 * after a crash, an incomplete index is built again.
 *
 * Before a migration that older nodes must not work with, older nodes that are running are given time to notice and to
 * stop. A node that does not stop can write nothing afterwards (`Migration.fence`). Throws DatabaseRefused, with
 * nothing changed, when the store was written by a newer version, and DatabaseUnavailable when another session holds a
 * table's lock for ten minutes.
 */
export async function migrate(db: Database, clock: Clock, log?: Log, actor: Actor = SYSTEM): Promise<string[]> {
  const state = await readSchemaState(db);
  await stopOlderNodes(db, state, log);
  const ran: string[] = [];
  for (const migration of state.pending) {
    const isLast = migration === state.pending.at(-1);
    const run = () => applyMigration(db, migration, { actor, clock }, isLast);
    if (await persistently(run, migration, log)) ran.push(migration.name);
  }
  return ran;
}

/**
 * Announces in the store the migrations that stop older nodes, and returns when every node has had time to stop. The
 * time runs from the first announcement, by the store's clock. A node that starts later, or again, waits for the rest
 * of that time, and never less. An embedded store that no other process has open has no older node.
 */
async function stopOlderNodes(db: Database, { applied, pending, required }: SchemaState, log?: Log): Promise<void> {
  const breaking = pending.filter((migration) => migration.oldest > required);
  if (breaking.length === 0 || !applied.includes(COMPATIBILITY)) return;
  const announce = async (tx: Transaction) => {
    await tx.query(ANNOUNCEMENTS_TABLE);
    for (const migration of breaking) {
      await recordCompatibility(tx, migration);
      await tx.query(
        `INSERT INTO peye_announcements (migration_id, announced_at_us) VALUES ($1, ${NOW_US[db.engine]}) ON CONFLICT (migration_id) DO NOTHING`,
        [migration.id],
      );
    }
  };
  await persistently(() => db.transaction(announce, { isUnfenced: true }), breaking[0] as Migration, log);
  if (await db.isOpenHereAlone?.()) return;
  const since = performance.now();
  for (;;) {
    // Even if the store's clock is wrong, the wait ends: the migration was announced before this process started to wait.
    const leftMs = Math.min(await noticeLeftMs(db, breaking), NOTICE_MS - (performance.now() - since));
    if (leftMs <= 0) return;
    log?.warn(
      { migrations: breaking.map(({ name }) => name), waitSeconds: Math.ceil(leftMs / 1000) },
      'older nodes on this store are stopping: the schema changes after that',
    );
    await pause(leftMs);
  }
}

/** How long to wait until the notice time of the newest of these announcements has passed. */
async function noticeLeftMs(db: Database, breaking: readonly Migration[]): Promise<number> {
  const [row] = await db.query<{ age_us: number }>(
    `SELECT MIN(${NOW_US[db.engine]} - announced_at_us) AS age_us FROM peye_announcements
      WHERE migration_id >= $1 AND migration_id <= $2`,
    [Math.min(...breaking.map(({ id }) => id)), Math.max(...breaking.map(({ id }) => id))],
  );
  return NOTICE_MS - Math.max(0, row?.age_us ?? 0) / 1000;
}

/**
 * Applies a migration. Returns false when another node has already applied it. When several migrations run together,
 * only the last one gets a row in the audit log, so that a new version does not hide people's changes behind its own
 * rows. The row also names the previously recorded migration.
 */
async function applyMigration(
  db: Database,
  migration: Migration,
  maker: ChangeMaker,
  isLast: boolean,
): Promise<boolean> {
  await db.transaction((tx) => tx.query(MIGRATIONS_TABLE), { isUnfenced: true });
  const record = async (tx: Transaction) => {
    const { id, name } = migration;
    const inserted = await tx.query(INSERT, MIGRATIONS.valuesOf({ id, name, appliedAtUs: maker.clock() }));
    if (inserted.length > 0 && migration.id > COMPATIBILITY) await recordCompatibility(tx, migration);
    return inserted.length > 0;
  };
  // The module is loaded only here: most starts and commands find nothing to migrate.
  const { listAuditRows } = await import('../../audit/store/audit-log.ts');
  const audit = async (tx: Transaction) => {
    if (migration.id < AUDIT || !isLast) return;
    const subject = { kind: 'store', id: null } as const;
    const [former] = await listAuditRows(tx, { action: 'schema.migrate', limit: 1 });
    const from = parseObject(former?.after ?? '')?.migration;
    const before = typeof from === 'string' ? { migration: from } : null;
    await recordChange(tx, maker, { action: 'schema.migrate', subject, before, after: { migration: migration.name } });
  };
  if (migration.indexes && db.outsideTransaction) {
    return buildIndexes(db, migration, async (tx) => {
      const isOurs = await record(tx);
      if (isOurs) await audit(tx);
      return isOurs;
    });
  }
  return db.transaction(
    async (tx) => {
      if (!(await record(tx))) return false;
      if (db.engine === 'postgres') await tx.query(LOCK_TIMEOUT);
      for (const statement of statementsOf(migration, db.engine)) await tx.query(statement);
      await audit(tx);
      return true;
    },
    { isLong: true, isSchemaText: migration.isSchemaText, isUnfenced: true },
  );
}

/** Records which programs may work on the store with this migration. */
async function recordCompatibility(tx: Transaction, migration: Migration): Promise<void> {
  await tx.query(
    'INSERT INTO peye_compatibility (migration_id, oldest) VALUES ($1, $2) ON CONFLICT (migration_id) DO NOTHING',
    [migration.id, migration.oldest],
  );
}

/** Retries the work when another node was quicker, and while a table that the migration changes is in use. */
async function persistently<T>(work: () => Promise<T>, { name }: Migration, log?: Log): Promise<T> {
  const since = performance.now();
  let collisions = 0;
  let isLogged = false;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      if (code === LOCK_NOT_AVAILABLE) {
        if (performance.now() - since > LOCK_TIMEOUT_MS) throw lockedOut(name, error);
        if (!isLogged) log?.warn({ migration: name }, 'a table that the migration changes is in use; it is retried');
        isLogged = true;
        await pause(LOCK_PAUSE_MS * (1 + Math.random()));
      } else {
        if (!MADE_BY_ANOTHER_NODE.includes(code) || ++collisions === MAX_COLLISIONS) throw error;
        await pause(COLLISION_PAUSE_MS);
      }
    }
  }
}

function codeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return (((error instanceof DatabaseUnavailable ? cause : error) ?? {}) as { code?: string }).code ?? '';
}

function lockedOut(name: string, cause: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `the migration ${name} got no lock for ten minutes: something (a backup, a report, an idle session) uses its tables. pg_stat_activity shows it`,
    { cause },
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
