import type { Actor } from '../../core/actor.ts';
import { US_PER_DAY } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { recordRetention } from '../audit/record-retention.ts';
import { deleteOldDeliveries as deleteRows } from './store/delete-old-deliveries.ts';

/** How many deliveries are deleted in one transaction: few, so that it delays no other transaction. */
const BATCH = 100;

/**
 * Deletes some ended deliveries whose event is older than this many days, with their attempts. Returns how many were
 * deleted, and whether more may be left. Call it only while the time is trusted.
 */
export async function deleteOldDeliveries(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { olderThanDays, removedBefore = 0 }: { olderThanDays: number; removedBefore?: number },
): Promise<{ removed: number; isMoreWaiting: boolean }> {
  return db.transaction(async (tx) => {
    const removed = await deleteRows(tx, clock() - olderThanDays * US_PER_DAY, BATCH);
    const isMoreWaiting = removed === BATCH;
    const step = { olderThanDays, removedBefore, removed, isMoreWaiting };
    await recordRetention(tx, { actor, clock }, { action: 'deliveries.forget', ...step });
    return { removed, isMoreWaiting };
  });
}
