import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { deleteOldEvents } from '../storage/events.ts';

/** So many in one transaction: few, so that nobody waits for it. */
const BATCH = 100;
const US_PER_DAY = 86_400_000_000;

/**
 * Forgets some events that are older than so many days: the feed of test payments begins later then, and says so to whoever reads
 * on from before. Payments and their deliveries stay. Returns how many are gone, and whether more of them may be left. To be called
 * only while the time is certain.
 */
export async function forgetEvents(
  { db, clock }: { db: Database; clock: Clock },
  { olderThanDays }: { olderThanDays: number },
): Promise<{ removed: number; isMoreWaiting: boolean }> {
  const removed = await deleteOldEvents(db, clock() - olderThanDays * US_PER_DAY, BATCH);
  return { removed, isMoreWaiting: removed === BATCH };
}
