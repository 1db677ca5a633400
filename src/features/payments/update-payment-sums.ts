import { US_PER_DAY, US_PER_MINUTE } from '../../core/durations.ts';
import { MODES } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { listWebsites } from '../websites/store/websites.ts';
import { beginSums, deleteHourSums, fillSums, hasHoursBefore, readSumsState } from './store/payment-sums-fill.ts';

/**
 * How long payments stay uncounted after the first start of a worker that has this feature. By then no older
 * program runs next to the worker, and no transaction that started without counting is still uncommitted.
 */
const BEGIN_AFTER_US = 5 * US_PER_MINUTE;
/** The longest duration of a transaction that settles a payment. */
const SETTLED_AFTER_US = US_PER_MINUTE;
/** For how many past days sums are filled: the overview compares thirty days with the thirty days before. */
export const FILLED_DAYS = 70;
/**
 * For how many past days hourly sums are stored: today is compared with the same hours of the same weekday in the last four
 * weeks, and of 30 days before.
 */
const HOURS_DAYS = 32;
/** Payments that are read in one transaction: a few milliseconds. */
const BATCH = 200;

/**
 * Maintains the payment sums of the overview page. In a store that is older than this feature, adds the sums of the
 * last weeks, a few payments at a time. Deletes hourly sums that are no longer shown. Call it again while more is waiting.
 */
export async function updatePaymentSums(
  { db, clock }: { db: Database; clock: Clock },
  { beginAfterUs = BEGIN_AFTER_US }: { beginAfterUs?: number } = {},
): Promise<{ isMoreWaiting: boolean }> {
  const nowUs = clock();
  const { beginsAtUs, nextId } = await readSumsState(db);
  if (beginsAtUs === null) {
    const begin = { beginsAtUs: nowUs + beginAfterUs, sinceUs: nowUs - FILLED_DAYS * US_PER_DAY };
    await db.transaction((tx) => beginSums(tx, begin));
    return { isMoreWaiting: false };
  }
  const hoursFromUs = nowUs - HOURS_DAYS * US_PER_DAY;
  if (nextId === null) {
    await deleteOldHours(db, hoursFromUs);
    return { isMoreWaiting: false };
  }
  if (nowUs < beginsAtUs + Math.min(SETTLED_AFTER_US, beginAfterUs)) return { isMoreWaiting: false };
  const { engine } = db;
  await db.transaction((tx) => fillSums(tx, { beginsAtUs, nextId, hoursFromUs, limit: BATCH, engine }));
  return { isMoreWaiting: true };
}

async function deleteOldHours(db: Database, beforeUs: number): Promise<void> {
  const websites = [undefined, ...(await listWebsites(db)).map(({ id }) => id)];
  for (const websiteId of websites) {
    for (const mode of MODES) {
      const old = { websiteId, mode, beforeUs };
      if (await hasHoursBefore(db, old)) await db.transaction((tx) => deleteHourSums(tx, old));
    }
  }
}
