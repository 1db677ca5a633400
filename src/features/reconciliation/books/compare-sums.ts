import { US_PER_HOUR } from '../../../core/durations.ts';
import { formatAmount } from '../../../core/money.ts';
import { formatTimestamp } from '../../../core/timestamps.ts';
import type { Reader, ReadOnlyStore } from '../../../database/read-only-store.ts';
import { startOfHaitiDayUs } from '../../../platform/clock/haiti-time.ts';
import { ALL_WEBSITES } from '../../payments/store/payment-sums.ts';
import { readSumsState } from '../../payments/store/payment-sums-fill.ts';
import { listWebsites } from '../../websites/store/websites.ts';
import type { ExpectedGaps } from './expected-gaps.ts';
import type { FaultLog } from './fault-log.ts';
import { readKeptSums, SUMMED } from './store/final-sums.ts';
import { ofAllWebsites, readKey, type SumKey, type Sums, sumsOf } from './sum-tally.ts';

/** The stored sums of each website, and those of all websites together. */
export interface KeptSums {
  readonly each: Sums;
  readonly all: Sums;
  /**
   * When payments started to be counted as they become final, microseconds since 1970; null if that has not started.
   */
  readonly beginsAtUs: number | null;
}

/** Reads all stored sums in one snapshot. */
export function readSums(store: ReadOnlyStore): Promise<KeptSums> {
  return store.snapshot(async (reader) => {
    const { beginsAtUs } = await readSumsState(reader);
    const each = sumsOf(await readAll(reader));
    return { beginsAtUs, each, all: sumsOf(await readKeptSums(reader, ALL_WEBSITES)) };
  });
}

async function readAll(reader: Reader) {
  const lists = [];
  for (const { id } of await listWebsites(reader)) lists.push(...(await readKeptSums(reader, id)));
  return lists;
}

/**
 * Compares the counted sums of payments with the stored sums, which only grow. While other processes write, a counted
 * sum must be between the stored sum from before the payments were read and the stored sum from after. While no other
 * process writes, all three must be equal.
 *
 * @param hoursFromUs earlier hours are not compared, because they may be deleted
 */
export function compareSums(
  faults: FaultLog,
  {
    before,
    counted,
    after,
    hoursFromUs,
    gaps,
  }: {
    before: Sums;
    counted: Sums;
    after: KeptSums;
    hoursFromUs: number;
    gaps: ExpectedGaps;
  },
): void {
  const { beginsAtUs } = after;
  if (beginsAtUs === null) return;
  let archived = 0;
  const isJudged = (key: SumKey) => startOf(key) >= beginsAtUs && (key.hours === 24 || startOf(key) >= hoursFromUs);
  for (const text of keysOf(before, counted, after.each)) {
    const key = readKey(text);
    if (!isJudged(key)) continue;
    const mayLack = startOf(key) < (key.mode === 'test' ? gaps.testPayments : gaps.livePayments);
    const [least, found, most] = [before, counted, after.each].map((sums) => sums.get(text) ?? []);
    const missing = mayLack ? Math.max(0, at(least, 0) - at(found, 0)) : 0;
    // A sum may only be too low, and only if payments are missing.
    const fits = (_: unknown, index: number) =>
      at(found, index) <= at(most, index) && (missing > 0 || at(found, index) >= at(least, index));
    if (!SUMMED.every(fits)) faults.add('sums_wrong', key.websiteId, difference(key, most, found));
    else if (key.mode === 'live' && key.hours === 24) archived += missing;
  }
  if (archived > gaps.archived) {
    const day = formatTimestamp(gaps.livePayments).slice(0, 10);
    const detail = `${archived} live payments from before ${day} are missing, but archives hold ${gaps.archived}`;
    faults.add('sums_wrong', 'all websites', detail);
  }
  const together = ofAllWebsites(after.each);
  for (const text of keysOf(together, after.all)) {
    const key = readKey(text);
    const [kept, found] = [after.all, together].map((sums) => sums.get(text) ?? []);
    if (isJudged(key) && SUMMED.some((_, index) => at(kept, index) !== at(found, index))) {
      faults.add('sums_wrong', 'all websites', difference(key, kept, found));
    }
  }
}

function at(values: readonly number[] | undefined, index: number): number {
  return values?.[index] ?? 0;
}

function keysOf(...all: readonly Sums[]): Set<string> {
  return new Set(all.flatMap((sums) => [...sums.keys()]));
}

function startOf({ hours, period }: SumKey): number {
  return hours === 24 ? startOfHaitiDayUs(period) : period * US_PER_HOUR;
}

function difference(key: SumKey, kept: readonly number[] | undefined, found: readonly number[] | undefined): string {
  const start = formatTimestamp(startOf(key));
  const when = key.hours === 24 ? `${start.slice(0, 10)} in Haiti` : `the hour of ${start.slice(0, 16)}Z`;
  const side = (values: readonly number[] | undefined) => `${at(values, 0)} of ${formatAmount(at(values, 1))}`;
  const differs = at(kept, 0) === at(found, 0) && at(kept, 1) === at(found, 1) ? ' (the waits differ)' : '';
  return `${when}, ${key.mode} ${key.method} ${key.currency} ${key.outcome}: stored ${side(kept)}, counted ${side(found)}${differs}`;
}
