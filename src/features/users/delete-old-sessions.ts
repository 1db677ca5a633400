import { US_PER_DAY } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { deleteOldLinks } from './store/one-time-links.ts';
import { deleteOldSessions as deleteRows } from './store/sessions.ts';

/** How many sessions, or links, are deleted in one transaction: few, so that it delays no other transaction. */
const BATCH = 100;
/** A user who opens an expired link is shown that it has expired, not that it never existed. */
const LINKS_STAY_US = 30 * US_PER_DAY;

/**
 * Deletes some ended sessions, and some links that ended a month ago. Returns how many were deleted, and whether more
 * may be left. Call it only while the time is trusted.
 */
export function deleteOldSessions({ db, clock }: { db: Database; clock: Clock }): Promise<{
  removed: number;
  isMoreWaiting: boolean;
}> {
  return db.transaction(async (tx) => {
    const nowUs = clock();
    const sessions = await deleteRows(tx, nowUs, BATCH);
    const links = await deleteOldLinks(tx, nowUs - LINKS_STAY_US, BATCH);
    return { removed: sessions + links, isMoreWaiting: sessions === BATCH || links === BATCH };
  });
}
