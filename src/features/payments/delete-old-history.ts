import type { Actor } from '../../core/actor.ts';
import { US_PER_DAY } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { recordRetention } from '../audit/record-retention.ts';
import { deleteOldHistory as deleteRows } from './history/store/write-history.ts';

/** How many are deleted in one transaction: few, so that it delays no other transaction. */
const BATCH = 100;

/**
 * Deletes some customers' steps and exchanges with providers that are older than this many days. Payments and their
 * notes stay. Returns how many were deleted, and whether more may be left. Call it only while the time is trusted.
 */
export async function deleteOldHistory(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { olderThanDays, removedBefore = 0 }: { olderThanDays: number; removedBefore?: number },
): Promise<{ removed: number; isMoreWaiting: boolean }> {
  return db.transaction(async (tx) => {
    const removed = await deleteRows(tx, clock() - olderThanDays * US_PER_DAY, BATCH);
    const isMoreWaiting = removed === BATCH;
    const step = { olderThanDays, removedBefore, removed, isMoreWaiting };
    await recordRetention(tx, { actor, clock }, { action: 'history.forget', ...step });
    return { removed, isMoreWaiting };
  });
}
