import type { Currency } from '../../core/money.ts';
import type { Mode } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import {
  type Outcome,
  type PaymentSum,
  readPaymentSums,
  WAIT_ENDS,
} from '../../features/payments/store/payment-sums.ts';
import { sampleDeliveryLags } from '../../features/webhooks/store/delivery-lags.ts';
import type { Period, Stretch } from './period.ts';

/** The number of deliveries in each stretch that are read to measure their duration. */
export const SAMPLED = 400;

/** The numbers of paid and failed payments. */
interface FinalCounts {
  readonly paid: number;
  readonly failed: number;
}

/** The results of the payments in a stretch. */
export interface Figures extends FinalCounts {
  /** The total of the paid payments, in minor units. */
  readonly money: ReadonlyMap<Currency, number>;
  readonly methods: ReadonlyMap<string, FinalCounts>;
  readonly reasons: ReadonlyMap<Outcome, number>;
  /** The number of payments in each band of time to pay, by `WAIT_ENDS`. */
  readonly waits: readonly number[];
  /** The durations of the newest deliveries in seconds, ascending. */
  readonly lags: readonly number[];
  /** The number of paid payments in each hour or day. */
  readonly paidBy: readonly number[];
  /** The median time to pay in each hour or day, in seconds; null if none was paid. */
  readonly medianBy: readonly (number | null)[];
}

/** The scope of the figures. */
export interface FiguresOf {
  /** Undefined for all websites together. */
  readonly websiteIds: readonly string[] | undefined;
  readonly mode: Mode;
}

/** The figures of a period and of the earlier period. Reads few rows, however many payments there are. */
export async function readFigures(
  db: Database,
  whose: FiguresOf,
  { now, before, elapsed }: Period,
): Promise<{ now: Figures; before: Figures }> {
  // Today so far is compared with the same hours of the earlier day.
  const same: Stretch = before.by === 'hour' ? { ...before, to: Math.min(before.to, before.from + elapsed) } : before;
  return {
    now: await figuresOf(db, whose, now, now.to - now.from),
    before: await figuresOf(db, whose, same, before.to - before.from),
  };
}

async function figuresOf(db: Database, whose: FiguresOf, stretch: Stretch, length: number): Promise<Figures> {
  const { websiteIds = [undefined], mode } = whose;
  const { by, from, to, fromUs, toUs } = stretch;
  const sums: PaymentSum[] = [];
  const lags: number[] = [];
  for (const websiteId of websiteIds) {
    sums.push(...(await readPaymentSums(db, { websiteId, mode, by, from, to })));
    const most = Math.ceil(SAMPLED / websiteIds.length);
    lags.push(...(await sampleDeliveryLags(db, { websiteId, mode, fromUs, toUs, most })));
  }
  const paid = sums.filter(({ outcome }) => outcome === 'completed');
  const failed = sums.filter(({ outcome }) => outcome !== 'completed');
  const each = Array.from({ length }, (_, at) => paid.filter(({ period }) => period === from + at));
  return {
    paid: countOf(paid),
    failed: countOf(failed),
    money: addedBy(paid, ({ currency, amountMinor }) => [currency, amountMinor]),
    methods: new Map(
      [...new Set(sums.map(({ method }) => method))].map((method) => [
        method,
        { paid: countOf(paid, method), failed: countOf(failed, method) },
      ]),
    ),
    reasons: addedBy(failed, ({ outcome, payments }) => [outcome, payments]),
    waits: waitsOf(paid),
    lags: lags.map((us) => us / 1_000_000).sort((one, other) => one - other),
    paidBy: each.map((rows) => countOf(rows)),
    medianBy: each.map((rows) => waitWithin(waitsOf(rows), 0.5)),
  };
}

function countOf(sums: readonly PaymentSum[], method?: string): number {
  return sums.reduce((sum, row) => sum + (method === undefined || row.method === method ? row.payments : 0), 0);
}

function addedBy<Name>(sums: readonly PaymentSum[], read: (row: PaymentSum) => [Name, number]): Map<Name, number> {
  const added = new Map<Name, number>();
  for (const row of sums) {
    const [name, by] = read(row);
    added.set(name, (added.get(name) ?? 0) + by);
  }
  return added;
}

function waitsOf(sums: readonly PaymentSum[]): number[] {
  const waits = Array.from({ length: WAIT_ENDS.length + 1 }, () => 0);
  for (const row of sums) for (const [at, count] of row.waits.entries()) waits[at] = (waits[at] ?? 0) + count;
  return waits;
}

/**
 * The time to pay within which this share of the payments was paid, in seconds, interpolated within its band of waits; Infinity beyond the
 * longest band, null if none was paid.
 */
export function waitWithin(waits: readonly number[], share: number): number | null {
  const total = waits.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = total * share;
  for (const [at, count] of waits.entries()) {
    const end = WAIT_ENDS[at];
    if (left <= count && count > 0) {
      const start = at === 0 ? 0 : (WAIT_ENDS[at - 1] ?? 0);
      return end === undefined ? Number.POSITIVE_INFINITY : start + ((end - start) * left) / count;
    }
    left -= count;
  }
  return Number.POSITIVE_INFINITY;
}

/** The quantile of sorted numbers: the number that this share of them does not exceed; null if there are none. */
export function shareOf(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
