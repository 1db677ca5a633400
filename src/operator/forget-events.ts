import type { Actor } from '../domain/actor.ts';
import type { Clock } from '../lib/clock.ts';
import { US_PER_DAY } from '../lib/durations.ts';
import type { Database } from '../storage/database.ts';
import { deleteOldEvents } from '../storage/events.ts';
import { recordForgetting } from './record-forgetting.ts';

/** So many in one transaction: few, so that nobody waits for it. */
const BATCH = 100;

/**
 * Forgets some events that are older than so many days: the feed of test payments begins later then, and says so to whoever reads
 * on from before. Payments and their deliveries stay. Returns how many are gone, and whether more of them may be left. To be called
 * only while the time is certain.
 */
export async function forgetEvents(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { olderThanDays, removedBefore = 0 }: { olderThanDays: number; removedBefore?: number },
): Promise<{ removed: number; isMoreWaiting: boolean }> {
  return db.transaction(async (tx) => {
    const removed = await deleteOldEvents(tx, clock() - olderThanDays * US_PER_DAY, BATCH);
    const isMoreWaiting = removed === BATCH;
    const step = { olderThanDays, removedBefore, removed, isMoreWaiting };
    await recordForgetting(tx, { actor, clock }, { action: 'events.forget', ...step });
    return { removed, isMoreWaiting };
  });
}
