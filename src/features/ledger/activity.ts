import { US_PER_DAY, US_PER_MINUTE } from '../../core/durations.ts';
import type { Database } from '../../database/database.ts';
import { type Activity, firstEntryUs, type LedgerPeriod, sumKinds, sumPeriod } from './store/postings.ts';

/** How long one statement should take: the embedded store runs nothing else in the meantime. */
const AIM_MS = 10;
/** How much longer or shorter the next part may be. */
const MOST_GROWTH = 4;

/**
 * What happened on the accounts of a ledger in a period, by kind, and before it: together the closing balances. Adds up all entries since the
 * first, in parts that take a few milliseconds each. All lines of an entry have one time, so they are in one part: an entry that is posted in the
 * meantime is in all of its accounts, or in none.
 */
export async function activityOf(db: Pick<Database, 'query'>, period: LedgerPeriod): Promise<Activity[]> {
  const sums = new Map<string, Activity>();
  let atUs = (await firstEntryUs(db, period)) ?? period.toUs;
  let lengthUs = US_PER_DAY;
  while (atUs < period.toUs) {
    const isBefore = atUs < period.fromUs;
    const endUs = Math.min(atUs + lengthUs, isBefore ? period.fromUs : period.toUs);
    const startedMs = performance.now();
    const lines = await (isBefore ? sumPeriod : sumKinds)(db, { ...period, fromUs: atUs, toUs: endUs });
    const growth = AIM_MS / (performance.now() - startedMs);
    lengthUs = Math.max(US_PER_MINUTE, Math.round(lengthUs * Math.min(MOST_GROWTH, Math.max(1 / MOST_GROWTH, growth))));
    atUs = endUs;
    for (const line of lines) {
      const name = JSON.stringify([line.kind, line.account, line.currency]);
      const { entries = 0, amountMinor = 0 } = sums.get(name) ?? {};
      sums.set(name, { ...line, entries: entries + line.entries, amountMinor: amountMinor + line.amountMinor });
    }
  }
  return [...sums.values()];
}
