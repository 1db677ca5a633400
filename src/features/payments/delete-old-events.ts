import type { Actor } from '../../core/actor.ts';
import { US_PER_DAY } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { recordRetention } from '../audit/record-retention.ts';
import { deleteOldEvents as deleteRows } from './store/events.ts';

/** How many are deleted in one transaction: few, so that it delays no other transaction. */
const BATCH = 100;

/**
 * Deletes some events that are older than this many days. The feed of test payments then starts later, and reports the
 * gap to a client that continues from an earlier position. Payments and their deliveries stay. Returns how many events
 * were deleted, and whether more may be left. Call it only while the time is trusted.
 */
export async function deleteOldEvents(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { olderThanDays, removedBefore = 0 }: { olderThanDays: number; removedBefore?: number },
): Promise<{ removed: number; isMoreWaiting: boolean }> {
  return db.transaction(async (tx) => {
    const removed = await deleteRows(tx, clock() - olderThanDays * US_PER_DAY, BATCH);
    const isMoreWaiting = removed >= BATCH;
    const step = { olderThanDays, removedBefore, removed, isMoreWaiting };
    await recordRetention(tx, { actor, clock }, { action: 'events.forget', ...step });
    return { removed, isMoreWaiting };
  });
}
