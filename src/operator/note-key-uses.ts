import type { Clock } from '../lib/clock.ts';
import { updateLastUsed } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';

/** Notes that keys were used a moment ago, all in one transaction. */
export async function noteKeyUses(
  { db, clock }: { db: Database; clock: Clock },
  ids: readonly string[],
): Promise<void> {
  // In one order: two nodes that note the same keys wait for each other, and for nothing else.
  const ordered = [...ids].sort();
  await db.transaction((tx) => updateLastUsed(tx, ordered, Math.floor(clock())));
}
