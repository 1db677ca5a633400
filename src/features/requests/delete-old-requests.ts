import { US_PER_DAY } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { listOldest, readStoredTotal, removeRequests } from './store/api-requests.ts';

/** How long a line of the request log stays. */
export const REQUEST_LOG_DAYS = 14;
/** The most lines of all keys that stay. Until the next round, there may be a few more. */
const MOST_STORED = 500_000;
/** How many are deleted in one transaction: few, so that it delays no other transaction. */
const BATCH = 100;

/**
 * Deletes some lines of the request log that are older than REQUEST_LOG_DAYS, or the oldest ones above `mostStored`. Returns whether more may
 * be left. Call it only while the time is trusted.
 */
export async function deleteOldRequests(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  mostStored: number = MOST_STORED,
): Promise<{ isMoreWaiting: boolean }> {
  const surplus = (await readStoredTotal(db)) - mostStored;
  const oldUs = Math.floor(clock()) - REQUEST_LOG_DAYS * US_PER_DAY;
  // Most rounds find nothing, and open no transaction.
  const isDue = surplus > 0 || (await listOldest(db, { beforeUs: oldUs, limit: 1 })).length > 0;
  if (!isDue) return { isMoreWaiting: false };
  return db.transaction(async (tx) => {
    const old = await listOldest(tx, { beforeUs: oldUs, limit: BATCH });
    const found = old.length > 0 ? old : await listOldest(tx, { limit: Math.max(0, Math.min(BATCH, surplus)) });
    await removeRequests(tx, found);
    // Not while any is found: on a busy node, new lines pass the limits all the time.
    return { isMoreWaiting: found.length === BATCH };
  });
}
