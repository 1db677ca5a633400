import type { Database, Transaction } from '../database.ts';
import type { Migration } from './migration-files.ts';

/** Peye's advisory lock: its holder builds the indexes of migrations. */
const LOCK = 7_305_465_001;
const PAUSE_MS = 500;

/**
 * Builds the indexes of a migration in PostgreSQL while others write, and records the migration. Returns whether this
 * call did so; false when another node had already done it. An index that a crash left half-built is dropped and built
 * again.
 *
 * The lock is held by a transaction that is otherwise idle, so that it ends with this process. The lock is attempted
 * repeatedly, and never waited for: the building of an index waits for every earlier statement to end, and so would
 * wait for a statement that waits for the lock.
 */
export async function buildIndexes(
  db: Database,
  migration: Migration,
  record: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    const outcome = await db.transaction((tx) => tryToBuild(db, tx, migration, record), {
      isLong: true,
      isUnfenced: true,
    });
    if (outcome !== 'busy') return outcome === 'built';
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

async function tryToBuild(
  db: Database,
  tx: Transaction,
  { id, statements, indexes = [] }: Migration,
  record: (tx: Transaction) => Promise<boolean>,
): Promise<'built' | 'by another' | 'busy'> {
  const [lock] = await tx.query<{ held: number }>('SELECT pg_try_advisory_xact_lock($1)::int AS held', [LOCK]);
  if (lock?.held !== 1) return 'busy';
  // Between two statements of a transaction, the server keeps the snapshot of the last one, and the building of an index would wait until
  // it is released. This statement takes no snapshot.
  await tx.query('SET LOCAL lock_timeout = 0');
  if ((await db.query('SELECT id FROM peye_migrations WHERE id = $1', [id])).length > 0) return 'by another';
  for (const [at, name] of indexes.entries()) {
    const state = await indexState(db, name);
    if (state === 'valid') continue;
    if (state === 'building') return 'busy';
    if (state === 'invalid') await db.outsideTransaction?.(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await build(db, name, statements[at] as string);
  }
  return (await record(tx)) ? 'built' : 'by another';
}

async function build(db: Database, name: string, statement: string): Promise<void> {
  try {
    await db.outsideTransaction?.(statement.replace(/ INDEX /, ' INDEX CONCURRENTLY '));
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    // No other node was quicker: there are rows that the index does not allow.
    throw new Error(`the index ${name} cannot be built: ${(error as Error).message}`, { cause: error });
  }
}

/** `building`: the node that started it is dead, but the server has not noticed yet. */
async function indexState(db: Database, name: string): Promise<'missing' | 'valid' | 'building' | 'invalid'> {
  const [row] = await db.query<{ valid: number; building: number }>(
    `SELECT indisvalid::int AS valid,
            (SELECT count(*) FROM pg_stat_progress_create_index p WHERE p.index_relid = i.indexrelid) AS building
       FROM pg_index i WHERE i.indexrelid = to_regclass($1)`,
    [name],
  );
  if (!row) return 'missing';
  if (row.valid === 1) return 'valid';
  return row.building > 0 ? 'building' : 'invalid';
}
