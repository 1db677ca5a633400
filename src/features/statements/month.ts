import { MS_PER_DAY } from '../../core/durations.ts';
import { haitiTimestamp, startOfHaitiDayUs } from '../../platform/clock/haiti-time.ts';

/** A month of Haiti's calendar: `2026-11`. */
export type Month = `${number}-${number}`;

/** The month that a text names; undefined unless it is one from 2000 to 2999. */
export function parseMonth(text: string): Month | undefined {
  return /^2\d{3}-(0[1-9]|1[0-2])$/.test(text) ? (text as Month) : undefined;
}

/** The month of a moment in Haiti, microseconds since 1970. */
export function monthOf(us: number): Month {
  return haitiTimestamp(us).slice(0, 7) as Month;
}

/** The month that is so many months later, or earlier. */
export function monthsLater(month: Month, months: number): Month {
  return new Date(firstDayMs(month, months)).toISOString().slice(0, 7) as Month;
}

/** The first moment of a month in Haiti, and that of the next month. Microseconds since 1970. */
export function periodOf(month: Month): { readonly fromUs: number; readonly toUs: number } {
  const [fromUs, toUs] = [0, 1].map((later) => startOfHaitiDayUs(firstDayMs(month, later) / MS_PER_DAY));
  return { fromUs: fromUs!, toUs: toUs! };
}

/** The first and the last day of a month: `2026-11-01`, `2026-11-30`. */
export function daysOf(month: Month): readonly [first: string, last: string] {
  const last = new Date(firstDayMs(month, 1) - MS_PER_DAY).toISOString().slice(0, 10);
  return [`${month}-01`, last];
}

function firstDayMs(month: Month, later: number): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number - 1 + later, 1);
}
