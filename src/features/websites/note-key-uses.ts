import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { updateLastUsed } from './store/api-keys.ts';

/** Records that keys were used a moment ago, all in one transaction. */
export async function noteKeyUses(
  { db, clock }: { db: Database; clock: Clock },
  ids: readonly string[],
): Promise<void> {
  // In a fixed order: two nodes that record the same keys then wait for each other without a deadlock.
  const ordered = [...ids].sort();
  await db.transaction((tx) => updateLastUsed(tx, ordered, Math.floor(clock())));
}
