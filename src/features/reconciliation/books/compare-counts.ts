import { formatTimestamp, startOfDayUs } from '../../../core/timestamps.ts';
import type { ReadOnlyStore } from '../../../database/read-only-store.ts';
import type { FaultLog } from './fault-log.ts';
import { listLinkIds, listMiscountedLinks } from './store/order-faults.ts';
import {
  type DayCount,
  listFaultyPeriods,
  listKeyIds,
  readDayTotals,
  readKeptCounts,
  recountPayments,
} from './store/recount.ts';

const PAGE = 200;

/** Payments that are counted in one snapshot: at most a second of work. */
const MOST_AT_ONCE = 250_000;
/** A day before all payments, and a day after them. */
const FIRST_DAY = 0;
const LAST_DAY = 100_000;

/**
 * Compares the stored counts of every key with its payments, day by day, and the counts of periods with those of days.
 */
export async function compareCounts(
  store: ReadOnlyStore,
  faults: FaultLog,
  onStep: (keys: number) => void,
): Promise<void> {
  let keys = 0;
  for (const apiKeyId of await store.snapshot(listKeyIds)) {
    const totals = await store.snapshot((reader) => readDayTotals(reader, apiKeyId));
    for (const { fromDay, toDay } of piecesOf(totals)) {
      const range = { apiKeyId, fromDay, toDay };
      const [kept, counted] = await store.snapshot(async (reader) => [
        await readKeptCounts(reader, range),
        await recountPayments(reader, range),
      ]);
      compare(faults, apiKeyId, { kept, counted });
    }
    for (const { firstDay, kept, ofDays } of await store.snapshot((reader) => listFaultyPeriods(reader, apiKeyId))) {
      faults.add(
        'counts_wrong',
        apiKeyId,
        `the 32 days from ${dayText(firstDay)}: stored ${kept}, sum of its days ${ofDays}`,
      );
    }
    onStep(++keys);
  }
}

function compare(
  faults: FaultLog,
  apiKeyId: string,
  { kept, counted }: { kept: readonly DayCount[] | undefined; counted: readonly DayCount[] | undefined },
): void {
  const sums = new Map<string, { count: DayCount; kept: number; counted: number }>();
  const add = (count: DayCount, side: 'kept' | 'counted') => {
    const name = `${count.day} ${count.method} ${count.status}`;
    const sum = sums.get(name) ?? { count, kept: 0, counted: 0 };
    sum[side] += count.payments;
    sums.set(name, sum);
  };
  for (const each of kept ?? []) add(each, 'kept');
  for (const each of counted ?? []) add(each, 'counted');
  for (const { count, kept: stored, counted: found } of sums.values()) {
    if (stored === found) continue;
    const what = `${dayText(count.day)} UTC, ${count.method} ${count.status}`;
    faults.add('counts_wrong', apiKeyId, `${what}: stored ${stored}, counted ${found}`);
  }
}

/** All days, divided into ranges of a limited number of payments. */
function piecesOf(totals: readonly { day: number; payments: number }[]): { fromDay: number; toDay: number }[] {
  const pieces: { fromDay: number; toDay: number }[] = [];
  let fromDay = FIRST_DAY;
  let payments = 0;
  for (const total of totals) {
    if (payments > 0 && payments + total.payments > MOST_AT_ONCE) {
      pieces.push({ fromDay, toDay: total.day });
      fromDay = total.day;
      payments = 0;
    }
    payments += total.payments;
  }
  return [...pieces, { fromDay, toDay: LAST_DAY }];
}

function dayText(day: number): string {
  return formatTimestamp(startOfDayUs(day)).slice(0, 10);
}

/** Compares the units and sums of each payment link with its payments. */
export async function checkLinks(
  store: ReadOnlyStore,
  faults: FaultLog,
  onStep: (links: number) => void,
): Promise<void> {
  let done = 0;
  for (let after = ''; ; ) {
    const page = await store.snapshot(async (reader) => {
      const ids = await listLinkIds(reader, after, PAGE);
      const [first, last] = [ids[0], ids.at(-1)];
      if (first === undefined || last === undefined) return undefined;
      return { links: ids.length, last, miscounted: await listMiscountedLinks(reader, first, last) };
    });
    if (!page) return;
    for (const id of page.miscounted) faults.add('link_miscounted', id);
    onStep((done += page.links));
    after = page.last;
  }
}
