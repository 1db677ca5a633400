import type { Actor } from '../domain/actor.ts';
import type { Clock } from '../lib/clock.ts';
import { US_PER_DAY } from '../lib/durations.ts';
import type { Database } from '../storage/database.ts';
import { deleteOldHistory } from '../storage/payments/history/write-history.ts';
import { recordForgetting } from './record-forgetting.ts';

/** So many in one transaction: few, so that nobody waits for it. */
const BATCH = 100;

/**
 * Forgets some customers' steps and exchanges with providers that are older than so many days. Payments and their notes stay. Returns
 * how many are gone, and whether more of them may be left. To be called only while the time is certain.
 */
export async function forgetHistory(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { olderThanDays, removedBefore = 0 }: { olderThanDays: number; removedBefore?: number },
): Promise<{ removed: number; isMoreWaiting: boolean }> {
  return db.transaction(async (tx) => {
    const removed = await deleteOldHistory(tx, clock() - olderThanDays * US_PER_DAY, BATCH);
    const isMoreWaiting = removed === BATCH;
    const step = { olderThanDays, removedBefore, removed, isMoreWaiting };
    await recordForgetting(tx, { actor, clock }, { action: 'history.forget', ...step });
    return { removed, isMoreWaiting };
  });
}
