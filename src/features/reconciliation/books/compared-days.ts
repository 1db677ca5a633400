import { parseTimestamp } from '../../../core/timestamps.ts';
import type { Reader, ReadOnlyStore } from '../../../database/read-only-store.ts';
import { haitiDate, haitiDayOf, startOfHaitiDayUs } from '../../../platform/clock/haiti-time.ts';
import { asObject } from '../../../platform/text/json-object.ts';
import { findArchivedBefore } from '../../archive/store/archives.ts';
import { auditRows, factsOf } from '../../audit/audit-rows.ts';
import { countOpenDiscrepancies } from '../../payments/discrepancies/store/discrepancies.ts';
import { listRuns, type ReconcileRun } from '../store/reconcile-runs.ts';
import { findNextLivePayment } from './store/live-days.ts';

const PAGE = 200;

/** Which payments were compared with the provider records. */
export interface ComparedBooks {
  /** Finished reconciliation runs of all methods, in the console or on the command line. */
  readonly comparisons: number;
  /** How many runs in the console found differences, and how many differences they found. */
  readonly withDifferences: number;
  readonly differences: number;
  /** Whole days of Haiti that were compared, oldest first. */
  readonly comparedDays: readonly DayRange[];
  /** Past days of Haiti, YYYY-MM-DD, with live payments that were never compared, oldest first. */
  readonly neverCompared: readonly string[];
  /** Unresolved differences from a provider's records. */
  readonly openDiscrepancies: number;
}

/** Days of Haiti, YYYY-MM-DD, inclusive. */
interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** A period whose payments were compared. Microseconds since 1970. */
interface Compared {
  readonly fromUs: number;
  readonly toUs: number;
}

/**
 * Returns which days of live payments were compared with the provider records, from the stored reconciliation runs.
 * Queries no provider (`peye reconcile` does).
 */
export function readComparedDays(store: ReadOnlyStore, nowUs: number): Promise<ComparedBooks> {
  return store.snapshot(async (reader) => {
    const runs = await readRuns(reader);
    const byHand = await readByHand(reader);
    const done = runs.filter((run) => run.state === 'done' && run.method === null && hadResponse(countsOf(run)));
    const ranges: Compared[] = [
      ...byHand,
      // Payments created after the run had started were not compared.
      ...done.map(({ fromUs, toUs, startedAtUs, askedAtUs }) => ({
        fromUs,
        toUs: Math.min(toUs, startedAtUs ?? askedAtUs),
      })),
    ];
    return {
      comparisons: ranges.length,
      withDifferences: done.filter(({ differences }) => differences > 0).length,
      differences: done.reduce((sum, { differences }) => sum + differences, 0),
      comparedDays: wholeDays(ranges),
      neverCompared: await listUncompared(reader, ranges, nowUs),
      openDiscrepancies: await countOpenDiscrepancies(reader),
    };
  });
}

async function readRuns(reader: Reader): Promise<ReconcileRun[]> {
  const runs: ReconcileRun[] = [];
  for (let before: { atUs: number; id: string } | undefined; ; ) {
    const page = await listRuns(reader, { before, limit: PAGE });
    runs.push(...page);
    const last = page.at(-1);
    if (page.length < PAGE || !last) return runs;
    before = { atUs: last.askedAtUs, id: last.id };
  }
}

/**
 * Runs of `peye reconcile`, which are only in the audit log. A run that died has no row for its end, like every run of
 * the earlier versions that wrote no such row.
 */
async function readByHand(reader: Reader): Promise<Compared[]> {
  const ranges: Compared[] = [];
  for await (const row of auditRows(reader, 'reconcile.run')) {
    const { from, to, method, state, started_at: startedAt, compared, unknown } = factsOf(row);
    if (!hadResponse({ compared: Number(compared ?? 0), unknown: Number(unknown ?? 0) })) continue;
    if (row.actor.kind !== 'cli' || state !== 'done' || method !== undefined) continue;
    const [fromUs, toUs, startedAtUs] = [from, to, startedAt].map((text) => parseTimestamp(String(text)));
    if (fromUs === undefined || toUs === undefined || startedAtUs === undefined) continue;
    ranges.push({ fromUs, toUs: Math.min(toUs, startedAtUs) });
  }
  return ranges;
}

async function listUncompared(reader: Reader, ranges: readonly Compared[], nowUs: number): Promise<string[]> {
  const days: string[] = [];
  // Earlier payments may be in an archive, and their days can no longer be compared.
  for (let atUs = (await findArchivedBefore(reader)) ?? 0; ; ) {
    const nextUs = await findNextLivePayment(reader, atUs);
    if (nextUs === undefined) return days;
    const comparedUntilUs = Math.max(0, ...ranges.filter((each) => isWithin(each, nextUs)).map(({ toUs }) => toUs));
    const day = haitiDayOf(nextUs);
    const endUs = startOfHaitiDayUs(day + 1);
    if (comparedUntilUs > 0) {
      atUs = comparedUntilUs;
      continue;
    }
    if (endUs > nowUs) return days;
    days.push(dateOf(day));
    atUs = endUs;
  }
}

/** Whether a run counts as a comparison. It does not if no provider gave a usable response about any payment. */
function hadResponse({ compared, unknown }: { compared: number; unknown: number }): boolean {
  return compared === 0 || unknown < compared;
}

function countsOf({ compared, totals }: ReconcileRun): { compared: number; unknown: number } {
  const { results } = asObject(totals === null ? undefined : JSON.parse(totals));
  return { compared, unknown: Number(asObject(results).unknown ?? 0) };
}

/** The whole days that these periods cover together. */
function wholeDays(ranges: readonly Compared[]): DayRange[] {
  const merged: { fromUs: number; toUs: number }[] = [];
  for (const { fromUs, toUs } of ranges.toSorted((a, b) => a.fromUs - b.fromUs)) {
    const last = merged.at(-1);
    if (last && fromUs <= last.toUs) last.toUs = Math.max(last.toUs, toUs);
    else merged.push({ fromUs, toUs });
  }
  return merged.flatMap(({ fromUs, toUs }) => {
    const [firstDay, lastDay] = [haitiDayOf(fromUs), haitiDayOf(toUs)];
    const first = startOfHaitiDayUs(firstDay) < fromUs ? firstDay + 1 : firstDay;
    return first < lastDay ? [{ from: dateOf(first), to: dateOf(lastDay - 1) }] : [];
  });
}

function dateOf(day: number): string {
  return haitiDate(startOfHaitiDayUs(day));
}

function isWithin({ fromUs, toUs }: Compared, us: number): boolean {
  return us >= fromUs && us < toUs;
}
