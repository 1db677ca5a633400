import { US_PER_HOUR } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { activityOf, closingOf } from '../ledger/activity.ts';
import { type Activity, firstEntryUs, readLedgerFill } from '../ledger/store/postings.ts';
import { type Month, monthOf, monthsLater, periodOf } from './month.ts';
import { insertStatement, listWithoutStatement } from './store/statements.ts';

/** By then everything that happened in the month is committed, also by a node whose clock is a little behind. */
const ISSUED_AFTER_US = US_PER_HOUR;
/** Websites of one round, and missing months of each: all entries before the first of these are added up once. */
const AT_ONCE = 10;
const MOST_MONTHS = 12;

/**
 * Issues the statements of months that have ended: the next missing ones of a few websites. Each is issued once, and never changes. Waits until
 * the ledger has all payments that are older than the ledger itself. Call it again while more is waiting.
 */
export async function issueStatements({
  db,
  clock,
}: {
  db: Database;
  clock: Clock;
}): Promise<{ isMoreWaiting: boolean }> {
  const nowUs = clock();
  const month = monthsLater(monthOf(nowUs - ISSUED_AFTER_US), -1);
  const waiting = await listWithoutStatement(db, { month, beforeUs: periodOf(month).toUs, limit: AT_ONCE });
  if (waiting.length === 0 || (await readLedgerFill(db)) !== null) return { isMoreWaiting: false };
  for (const { websiteId, last } of waiting) {
    let next = last === null ? await firstMonth(db, websiteId, month) : monthsLater(last, 1);
    let opening: Activity[] | undefined;
    for (let months = 0; months < MOST_MONTHS && next <= month; months++) {
      // Not in the transaction, which would delay other writers.
      const lines = await activityOf(db, { websiteId, mode: 'live', ...periodOf(next) }, opening);
      const statement = { websiteId, month: next, issuedAtUs: nowUs, lines };
      await db.transaction((tx) => insertStatement(tx, statement));
      opening = closingOf(lines);
      next = monthsLater(next, 1);
    }
  }
  return { isMoreWaiting: true };
}

/** The month of the website's first live entry, or `last` if that is earlier or there is none. */
async function firstMonth(db: Database, websiteId: string, last: Month): Promise<Month> {
  const firstUs = await firstEntryUs(db, { websiteId, mode: 'live' });
  const first = firstUs === undefined ? last : monthOf(firstUs);
  return first < last ? first : last;
}
