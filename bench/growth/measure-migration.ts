import { knownMigrations } from '../../src/database/schema/migration-files.ts';
import { migrate } from '../../src/features/operations/store/migrate.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import type { FilledStore } from './filled-store.ts';

/** How long the newest migration that builds indexes takes on a full store, milliseconds, and its name. */
export async function measureMigration({ store: { db } }: FilledStore): Promise<{ name: string; ms: number }> {
  const newest = knownMigrations().findLast(({ indexes }) => indexes !== undefined);
  if (!newest) throw new Error('no migration builds indexes');
  await db.transaction(
    async (tx) => {
      for (const index of newest.indexes!) await tx.query(`DROP INDEX IF EXISTS ${index}`);
      await tx.query('DELETE FROM peye_migrations WHERE id = $1', [newest.id]);
    },
    { isLong: true },
  );
  const startedAt = performance.now();
  const ran = await migrate(db, systemClock());
  if (ran.join() !== newest.name) throw new Error(`${ran.join()} ran instead of ${newest.name}`);
  return { name: newest.name, ms: performance.now() - startedAt };
}
