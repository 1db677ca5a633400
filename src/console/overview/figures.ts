import { CURRENCIES, type Currency } from '../../core/money.ts';
import type { Mode } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import {
  findFirstSummedDay,
  type Outcome,
  type PaymentSum,
  readPaymentSums,
  readWebsiteSums,
  WAIT_ENDS,
} from '../../features/payments/store/payment-sums.ts';
import { sampleDeliveryLags } from '../../features/webhooks/store/delivery-lags.ts';
import { startOfHaitiDayUs } from '../../platform/clock/haiti-time.ts';
import { completeHours, type Days, firstHourOf, type Period } from './period.ts';

/** The number of deliveries in each period that are read to measure their duration. */
export const SAMPLED = 400;

/** The numbers of paid and failed payments, and the total of the paid ones in minor units. Currencies are never added up. */
export interface Totals {
  readonly paid: number;
  readonly failed: number;
  readonly money: ReadonlyMap<Currency, number>;
}

/** The results of the payments in a period. */
export interface Figures extends Totals {
  readonly methods: ReadonlyMap<string, Totals>;
  readonly reasons: ReadonlyMap<Outcome, number>;
  /** The number of payments in each band of time to pay, by `WAIT_ENDS`. */
  readonly waits: readonly number[];
  /** The durations of the newest deliveries in seconds, ascending. */
  readonly lags: readonly number[];
  /** Each hour or day of the period. */
  readonly each: readonly PartFigures[];
}

/** One hour or day. */
interface PartFigures extends Totals {
  /** The median time to pay, in seconds; null if none was paid. */
  readonly median: number | null;
}

/** The scope of the figures. */
export interface FiguresOf {
  /** Undefined for all websites together. */
  readonly websiteIds: readonly string[] | undefined;
  readonly mode: Mode;
}

/** A period and the period before it. */
export interface Compared {
  /** The period so far. */
  readonly now: Figures;
  /**
   * The compared part: if the period includes today, only its complete hours, on both sides. Otherwise equals `now`.
   */
  readonly same: Figures;
  readonly before: Figures;
  /** The first day with a final payment in the scope; undefined if there is none. */
  readonly firstDay: number | undefined;
  /** Today, and the last day of the period before, count only until the last complete hour of today. */
  readonly isCut: boolean;
}

/** The figures of a period and of the period before it. Reads few rows, however many payments there are. */
export async function readFigures(db: Database, whose: FiguresOf, period: Period): Promise<Compared> {
  const { now, before, by, hoursOfToday } = period;
  const readDays = ({ from, to }: Days) => readPaymentSums(db, { ...whose, by: 'day', from, to });
  const readHours = ({ from, to }: Days) =>
    readPaymentSums(db, { ...whose, by: 'hour', from: firstHourOf(from), to: firstHourOf(to) });
  const lastDayOf = ({ to }: Days) => ({ from: to - 1, to });
  const hasHours = by === 'hour' || hoursOfToday !== undefined;
  const [nowDays, beforeDays, nowHours, beforeHours, firstDay] = await Promise.all([
    readDays(now),
    readDays(before),
    hasHours ? readHours(lastDayOf(now)) : [],
    hasHours ? readHours(lastDayOf(before)) : [],
    findFirstSummedDay(db, whose),
  ]);
  // Sums of hours are deleted after some weeks. Without them, the whole day counts.
  const isCut =
    hoursOfToday !== undefined &&
    countOf(beforeHours) === countOf(beforeDays.filter(({ period }) => period === before.to - 1));
  const cut = (days: readonly PaymentSum[], hours: readonly PaymentSum[], { to }: Days) =>
    isCut ? cutLastDay(days, hours, { day: to - 1, hours: completeHours(period) }) : days;
  const [sameDays, cutDays] = [cut(nowDays, nowHours, now), cut(beforeDays, beforeHours, before)];
  const [nowLags, beforeLags] = await Promise.all([readLags(db, whose, now), readLags(db, whose, before)]);
  const parts = (days: Days, daySums: readonly PaymentSum[], hourSums: readonly PaymentSum[]) =>
    by === 'hour'
      ? partsOf(hourSums, { from: firstHourOf(days.from), to: firstHourOf(days.to) })
      : partsOf(daySums, days);
  return {
    now: { ...figuresOf(nowDays), lags: nowLags, each: parts(now, nowDays, nowHours) },
    same: { ...figuresOf(sameDays), lags: nowLags, each: parts(now, sameDays, nowHours) },
    before: { ...figuresOf(cutDays), lags: beforeLags, each: parts(before, cutDays, beforeHours) },
    firstDay,
    isCut,
  };
}

/** The sums of days, in which the last day counts only for its first hours. */
function cutLastDay(
  days: readonly PaymentSum[],
  hourSums: readonly PaymentSum[],
  { day, hours }: { readonly day: number; readonly hours: number },
): PaymentSum[] {
  const until = firstHourOf(day) + hours;
  const last = hourSums.filter(({ period }) => period < until).map((sum) => ({ ...sum, period: day }));
  return [...days.filter(({ period }) => period !== day), ...last];
}

/** The totals of each of these websites that has final payments in these days. */
export async function readWebsiteTotals(
  db: Database,
  scope: { readonly websiteIds: readonly string[]; readonly mode: Mode },
  { from, to }: Days,
): Promise<Map<string, Totals>> {
  const sums = await readWebsiteSums(db, { ...scope, from, to });
  return groupedBy(sums, ({ websiteId }) => websiteId);
}

async function readLags(db: Database, { websiteIds, mode }: FiguresOf, days: Days): Promise<number[]> {
  const [fromUs, toUs] = [startOfHaitiDayUs(days.from), startOfHaitiDayUs(days.to)];
  const owners = websiteIds ?? [undefined];
  const most = Math.ceil(SAMPLED / owners.length);
  const lags: number[] = [];
  for (const websiteId of owners) {
    lags.push(...(await sampleDeliveryLags(db, { websiteId, mode, fromUs, toUs, most })));
  }
  return lags.map((us) => us / 1_000_000).sort((one, other) => one - other);
}

function figuresOf(sums: readonly PaymentSum[]): Omit<Figures, 'lags' | 'each'> {
  const reasons = new Map<Outcome, number>();
  for (const { outcome, payments } of sums) {
    if (outcome !== 'completed') reasons.set(outcome, (reasons.get(outcome) ?? 0) + payments);
  }
  return { ...totalsOf(sums), methods: groupedBy(sums, ({ method }) => method), reasons, waits: waitsOf(sums) };
}

function partsOf(sums: readonly PaymentSum[], { from, to }: Days): PartFigures[] {
  return Array.from({ length: to - from }, (_, at) => {
    const own = sums.filter(({ period }) => period === from + at);
    return { ...totalsOf(own), median: waitWithin(waitsOf(own), 0.5) };
  });
}

type CountedSum = Pick<PaymentSum, 'currency' | 'outcome' | 'payments' | 'amountMinor'>;

function groupedBy<Sum extends CountedSum>(sums: readonly Sum[], keyOf: (sum: Sum) => string): Map<string, Totals> {
  const groups = Map.groupBy(sums, keyOf);
  return new Map([...groups].map(([key, own]) => [key, totalsOf(own)]));
}

/** The totals of some sums. */
export function totalsOf(sums: readonly CountedSum[]): Totals {
  const paid = sums.filter(({ outcome }) => outcome === 'completed');
  const money = new Map<Currency, number>();
  for (const { currency, amountMinor } of paid) money.set(currency, (money.get(currency) ?? 0) + amountMinor);
  return { paid: countOf(paid), failed: countOf(sums) - countOf(paid), money };
}

/** The number of payments in some sums. */
export function countOf(sums: readonly Pick<PaymentSum, 'payments'>[]): number {
  return sums.reduce((sum, { payments }) => sum + payments, 0);
}

/** The currencies in which any of these was paid. */
export function currenciesOf(...totals: readonly Totals[]): Currency[] {
  return CURRENCIES.filter((each) => totals.some(({ money }) => money.has(each)));
}

/** Only paid payments have waits. */
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
