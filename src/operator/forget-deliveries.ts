import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { deleteOldDeliveries } from '../storage/deliveries/delete-old-deliveries.ts';

/** So many in one transaction: few, so that nobody waits for it. */
const BATCH = 100;
const US_PER_DAY = 86_400_000_000;

/**
 * Forgets some deliveries that ended, and whose event is older than so many days, with their attempts. Returns how many are
 * gone, and whether more of them may be left. To be called only while the time is certain.
 */
export async function forgetDeliveries(
  { db, clock }: { db: Database; clock: Clock },
  { olderThanDays }: { olderThanDays: number },
): Promise<{ removed: number; isMoreWaiting: boolean }> {
  const removed = await deleteOldDeliveries(db, clock() - olderThanDays * US_PER_DAY, BATCH);
  return { removed, isMoreWaiting: removed === BATCH };
}
