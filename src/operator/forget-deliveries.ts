import type { Actor } from '../domain/actor.ts';
import type { Clock } from '../lib/clock.ts';
import { US_PER_DAY } from '../lib/durations.ts';
import type { Database } from '../storage/database.ts';
import { deleteOldDeliveries } from '../storage/deliveries/delete-old-deliveries.ts';
import { recordForgetting } from './record-forgetting.ts';

/** So many in one transaction: few, so that nobody waits for it. */
const BATCH = 100;

/**
 * Forgets some deliveries that ended, and whose event is older than so many days, with their attempts. Returns how many are
 * gone, and whether more of them may be left. To be called only while the time is certain.
 */
export async function forgetDeliveries(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { olderThanDays, removedBefore = 0 }: { olderThanDays: number; removedBefore?: number },
): Promise<{ removed: number; isMoreWaiting: boolean }> {
  return db.transaction(async (tx) => {
    const removed = await deleteOldDeliveries(tx, clock() - olderThanDays * US_PER_DAY, BATCH);
    const isMoreWaiting = removed === BATCH;
    const step = { olderThanDays, removedBefore, removed, isMoreWaiting };
    await recordForgetting(tx, { actor, clock }, { action: 'deliveries.forget', ...step });
    return { removed, isMoreWaiting };
  });
}
