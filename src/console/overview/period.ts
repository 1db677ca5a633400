import { haitiClock, haitiDayOf, startOfHaitiDayUs } from '../../lib/haiti-time.ts';
import { hourOf } from '../../storage/payments/payment-sums.ts';

/** What can be chosen: today by the hour, or so many days with today by the day. */
export const RANGES = ['today', '7', '30'] as const;
export type Range = (typeof RANGES)[number];

const US_PER_HOUR = 3_600_000_000;
/** Days back to what a range is compared with: whole weeks, so that Mondays meet Mondays. */
const BACK = { today: 7, '7': 7, '30': 35 };
const DAYS = { today: 1, '7': 7, '30': 30 };

/** Some hours or days in a row. */
export interface Stretch {
  readonly by: 'hour' | 'day';
  /** The first, and the one behind the last: hours since 1970, or days since 1970 in Haiti. */
  readonly from: number;
  readonly to: number;
  /** The same, microseconds since 1970. */
  readonly fromUs: number;
  readonly toUs: number;
}

/** What is looked at, and what it is compared with. */
export interface Period {
  readonly range: Range;
  readonly now: Stretch;
  readonly before: Stretch;
  /** How many of its hours or days have begun. */
  readonly begun: number;
}

/** A range that ends with the day of a moment, by Haiti's calendar. */
export function periodOf(range: Range, nowUs: number): Period {
  const today = haitiDayOf(nowUs);
  const now = stretchOf(range, today);
  const before = stretchOf(range, today - BACK[range]);
  const begun = range === 'today' ? hourOf(nowUs) - now.from + 1 : DAYS[range];
  return { range, now, before, begun };
}

function stretchOf(range: Range, lastDay: number): Stretch {
  const firstDay = lastDay - DAYS[range] + 1;
  const [fromUs, toUs] = [startOfHaitiDayUs(firstDay), startOfHaitiDayUs(lastDay + 1)];
  return range === 'today'
    ? { by: 'hour', from: hourOf(fromUs), to: hourOf(toUs), fromUs, toUs }
    : { by: 'day', from: firstDay, to: lastDay + 1, fromUs, toUs };
}

/** How the hours or days of a stretch are called: `14:00`, `22/11`. */
export function namesOf({ by, from, to }: Stretch): string[] {
  return Array.from({ length: to - from }, (_, at) => {
    const us = by === 'hour' ? (from + at) * US_PER_HOUR : startOfHaitiDayUs(from + at);
    const { day, month, hour } = haitiClock(us);
    return by === 'hour' ? `${hour}:00` : `${day}/${month}`;
  });
}
