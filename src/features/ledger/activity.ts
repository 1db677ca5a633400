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
 *
 * @param opening what happened before the period, if it is known: then only the period is read
 */
export async function activityOf(
  db: Pick<Database, 'query'>,
  period: LedgerPeriod,
  opening?: readonly Activity[],
): Promise<Activity[]> {
  const sums = new Map<string, Activity>();
  if (opening) addAll(sums, opening);
  let atUs = opening ? period.fromUs : ((await firstEntryUs(db, period)) ?? period.toUs);
  let lengthUs = US_PER_DAY;
  while (atUs < period.toUs) {
    const isBefore = atUs < period.fromUs;
    const endUs = Math.min(atUs + lengthUs, isBefore ? period.fromUs : period.toUs);
    const startedMs = performance.now();
    addAll(sums, await (isBefore ? sumPeriod : sumKinds)(db, { ...period, fromUs: atUs, toUs: endUs }));
    const growth = AIM_MS / (performance.now() - startedMs);
    lengthUs = Math.max(US_PER_MINUTE, Math.round(lengthUs * Math.min(MOST_GROWTH, Math.max(1 / MOST_GROWTH, growth))));
    atUs = endUs;
  }
  return [...sums.values()];
}

/** The opening balances of the next period: what happened before a period and in it. */
export function closingOf(lines: readonly Activity[]): Activity[] {
  const sums = new Map<string, Activity>();
  addAll(
    sums,
    lines.map((line) => ({ ...line, kind: null })),
  );
  return [...sums.values()];
}

function addAll(sums: Map<string, Activity>, lines: readonly Activity[]): void {
  for (const line of lines) {
    const name = JSON.stringify([line.kind, line.account, line.currency]);
    const { entries = 0, amountMinor = 0 } = sums.get(name) ?? {};
    sums.set(name, { ...line, entries: entries + line.entries, amountMinor: amountMinor + line.amountMinor });
  }
}
