import type { Clock } from '../../lib/clock.ts';
import { US_PER_DAY } from '../../lib/durations.ts';
import type { Database } from '../../storage/database.ts';
import { deleteOldLinks } from '../../storage/users/one-time-links.ts';
import { deleteOldSessions } from '../../storage/users/sessions.ts';

/** So many of each in one transaction: few, so that nobody waits for it. */
const BATCH = 100;
/** Who comes late by a link is told that it is over, and not that there was none. */
const LINKS_STAY_US = 30 * US_PER_DAY;

/**
 * Forgets some sessions that have ended, and some links that ended a month ago. Returns how many are gone, and whether more may be left. To
 * be called only while the time is certain.
 */
export function forgetSessions({ db, clock }: { db: Database; clock: Clock }): Promise<{
  removed: number;
  isMoreWaiting: boolean;
}> {
  return db.transaction(async (tx) => {
    const nowUs = clock();
    const sessions = await deleteOldSessions(tx, nowUs, BATCH);
    const links = await deleteOldLinks(tx, nowUs - LINKS_STAY_US, BATCH);
    return { removed: sessions + links, isMoreWaiting: sessions === BATCH || links === BATCH };
  });
}
