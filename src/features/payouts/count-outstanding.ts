import { US_PER_DAY, US_PER_HOUR } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { MOST_OUTSTANDING, USUAL_DELAY_US } from './payout-rules.ts';
import { findUncounted, saveOutstanding } from './store/outstanding.ts';
import { listOnlyOurs } from './store/payout-lines.ts';
import { lockPayout } from './store/payouts.ts';

/** Payouts that lack payments are counted again this often, and the others, which only a reversal of another payout changes. */
const MISSING_EVERY_US = US_PER_HOUR;
const NONE_EVERY_US = US_PER_DAY;
/** Older payouts that lack nothing are not counted again. */
const OLDEST_US = 90 * US_PER_DAY;

/**
 * Counts, for one payout, the payments of its period that no payout has, once the provider's usual delay is over: until then they may be in the
 * next statement. Call it again while more is waiting.
 */
export async function countOutstanding({
  db,
  clock,
}: {
  db: Database;
  clock: Clock;
}): Promise<{ isMoreWaiting: boolean }> {
  const nowUs = Math.floor(clock());
  const payout = await findUncounted(db, {
    endedBeforeUs: nowUs - USUAL_DELAY_US,
    missingSinceUs: nowUs - MISSING_EVERY_US,
    noneSinceUs: nowUs - NONE_EVERY_US,
    oldestUs: nowUs - OLDEST_US,
  });
  if (!payout) return { isMoreWaiting: false };
  await db.transaction(async (tx) => {
    // A reversal that frees payments in the meantime waits for this lock, and lets them be counted again.
    await lockPayout(tx, payout.id);
    const { length: count } = await listOnlyOurs(tx, payout, MOST_OUTSTANDING);
    await saveOutstanding(tx, payout.id, { count, atUs: nowUs });
  });
  return { isMoreWaiting: true };
}
