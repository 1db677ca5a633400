import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { deleteOldEvents } from '../storage/events.ts';

/** So many in one transaction: few, so that nobody waits for it. */
const BATCH = 100;
const US_PER_DAY = 86_400_000_000;

/**
 * Forgets some events that are older than so many days: the feed of test payments begins later then, and says so to whoever reads
 * on from before. Payments and their deliveries stay. Returns whether more of them may be left. To be called only while the time is
 * certain.
 */
export async function forgetEvents(
  { db, clock }: { db: Database; clock: Clock },
  { olderThanDays }: { olderThanDays: number },
): Promise<boolean> {
  const forgotten = await deleteOldEvents(db, clock() - olderThanDays * US_PER_DAY, BATCH);
  return forgotten === BATCH;
}
