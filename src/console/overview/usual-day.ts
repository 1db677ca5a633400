import type { Currency } from '../../core/money.ts';
import type { Database } from '../../database/database.ts';
import { readPaymentSums } from '../../features/payments/store/payment-sums.ts';
import { haitiDayOf } from '../../platform/clock/haiti-time.ts';
import { countOf, type FiguresOf, type Totals, totalsOf } from './figures.ts';
import { firstHourOf, startedHours } from './period.ts';

/** The same weekday of the last weeks is the usual day. */
const WEEKS = 4;
/** With fewer days, one unusual day would decide. */
const LEAST_DAYS = 3;

/** Today, and the same hours of the last same weekdays. */
export interface UsualDay {
  /** Days since 1970 in Haiti; 0 is a Thursday. */
  readonly today: number;
  /** The complete hours of today. Only they are compared. */
  readonly hours: number;
  /** The earlier days that have figures, newest first. */
  readonly days: readonly number[];
  readonly soFar: Totals;
  /** The same hours of each of those days; empty if they are too few. */
  readonly earlier: readonly Totals[];
}

/**
 * Reads today's complete hours, and the same hours of the last four same weekdays. A day before the first payment of the scope does not
 * count, nor does a day whose hours have been deleted.
 */
export async function readUsualDay(
  db: Database,
  whose: FiguresOf,
  { nowUs, firstDay = Number.POSITIVE_INFINITY }: { readonly nowUs: number; readonly firstDay: number | undefined },
): Promise<UsualDay> {
  const today = haitiDayOf(nowUs);
  const hours = startedHours(nowUs) - 1;
  const readHours = async (day: number) => {
    const start = firstHourOf(day);
    const whole = await readPaymentSums(db, { ...whose, by: 'hour', from: start, to: firstHourOf(day + 1) });
    return { count: countOf(whole), part: totalsOf(whole.filter(({ period }) => period < start + hours)) };
  };
  const daySums = await readPaymentSums(db, { ...whose, by: 'day', from: today - 7 * WEEKS, to: today });
  const weeks = Array.from({ length: WEEKS }, (_, at) => today - 7 * (at + 1)).filter((day) => day >= firstDay);
  const [now, ...read] = await Promise.all([today, ...weeks].map(readHours));
  const complete = read.flatMap(({ count, part }, at) => {
    const day = weeks[at] ?? today;
    return count === countOf(daySums.filter(({ period }) => period === day)) ? [{ day, part }] : [];
  });
  return {
    today,
    hours,
    days: complete.map(({ day }) => day),
    soFar: now?.part ?? totalsOf([]),
    earlier: complete.length < LEAST_DAYS || hours === 0 ? [] : complete.map(({ part }) => part),
  };
}

/** A number of today next to the usual one. */
export interface Usual {
  readonly now: number;
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Today's money in a currency next to the usual day's, in minor units; undefined if there are too few days. */
export function usualMoney({ soFar, earlier }: UsualDay, currency: Currency): Usual | undefined {
  const sorted = earlier.map(({ money }) => money.get(currency) ?? 0).sort((one, other) => one - other);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  return { now: soFar.money.get(currency) ?? 0, median: medianOf(sorted), least, most };
}

/** The median of sorted numbers: the mean of the middle two if their number is even, rounded to a whole number. */
function medianOf(sorted: readonly number[]): number {
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const high = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return Math.round((low + high) / 2);
}
