import { hourOf } from '../../features/payments/store/payment-sums.ts';
import { haitiClock, haitiDayOf, startOfHaitiDayUs } from '../../platform/clock/haiti-time.ts';

/** The ranges to choose from: today by hour, or a number of days, including today, by day. */
export const RANGES = ['today', '7', '30'] as const;
export type Range = (typeof RANGES)[number];

const US_PER_HOUR = 3_600_000_000;
/** The distance to the earlier period in days: whole weeks, so that Mondays are compared with Mondays. */
const BACK = { today: 7, '7': 7, '30': 35 };
const DAYS = { today: 1, '7': 7, '30': 30 };

/** Consecutive hours or days. */
export interface Stretch {
  readonly by: 'hour' | 'day';
  /** The first, and the one after the last: hours since 1970, or days since 1970 in Haiti. */
  readonly from: number;
  readonly to: number;
  /** The start in microseconds since 1970. */
  readonly fromUs: number;
  readonly toUs: number;
}

/** The current period and the earlier one. */
export interface Period {
  readonly range: Range;
  readonly now: Stretch;
  readonly before: Stretch;
  /** The number of its hours or days that have started. */
  readonly elapsed: number;
}

/** A range that ends with the day of `nowUs`, by Haiti's calendar. */
export function periodOf(range: Range, nowUs: number): Period {
  const today = haitiDayOf(nowUs);
  const now = stretchOf(range, today);
  const before = stretchOf(range, today - BACK[range]);
  const elapsed = range === 'today' ? hourOf(nowUs) - now.from + 1 : DAYS[range];
  return { range, now, before, elapsed };
}

function stretchOf(range: Range, lastDay: number): Stretch {
  const firstDay = lastDay - DAYS[range] + 1;
  const [fromUs, toUs] = [startOfHaitiDayUs(firstDay), startOfHaitiDayUs(lastDay + 1)];
  return range === 'today'
    ? { by: 'hour', from: hourOf(fromUs), to: hourOf(toUs), fromUs, toUs }
    : { by: 'day', from: firstDay, to: lastDay + 1, fromUs, toUs };
}

/** The names of a stretch's hours or days: `14:00`, `22/11`. */
export function namesOf({ by, from, to }: Stretch): string[] {
  return Array.from({ length: to - from }, (_, at) => {
    const us = by === 'hour' ? (from + at) * US_PER_HOUR : startOfHaitiDayUs(from + at);
    const { day, month, hour } = haitiClock(us);
    return by === 'hour' ? `${hour}:00` : `${day}/${month}`;
  });
}
