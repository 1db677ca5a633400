import { US_PER_DAY, US_PER_HOUR } from '../../core/durations.ts';
import { hourOf } from '../../features/payments/store/payment-sums.ts';
import { haitiClock, haitiDayOf, startOfHaitiDayUs } from '../../platform/clock/haiti-time.ts';
import { haitiInputUs } from '../views/date-range.ts';

/** The ranges to choose from. All end with today, except yesterday; a number is a number of days. */
export const PRESETS = ['today', 'yesterday', '7', '30', 'month'] as const;
/** A range, or custom days. */
export type Range = (typeof PRESETS)[number] | 'custom';

/** The longest range: a leap year. */
const MOST_DAYS = 366;
/** A single day is shown by the hour if it is within this many last days. Older sums of hours are deleted. */
const BY_HOUR_DAYS = 8;

/** Consecutive days in Haiti. */
export interface Days {
  /** The first, and the one after the last: days since 1970. */
  readonly from: number;
  readonly to: number;
}

/** The days of a range, and as many days before them. */
export interface Period {
  readonly range: Range;
  readonly now: Days;
  readonly before: Days;
  readonly by: 'hour' | 'day';
  /** The hours of today that have started; undefined if the range does not include today. */
  readonly hoursOfToday: number | undefined;
}

/** The period of a range, by Haiti's calendar. */
export function periodOf(range: Exclude<Range, 'custom'>, nowUs: number): Period {
  const today = haitiDayOf(nowUs);
  const yesterday = today - 1;
  const { day } = haitiClock(nowUs);
  const days: Record<typeof range, Days> = {
    today: { from: today, to: today + 1 },
    yesterday: { from: yesterday, to: today },
    '7': { from: today - 6, to: today + 1 },
    '30': { from: today - 29, to: today + 1 },
    month: { from: today - day + 1, to: today + 1 },
  };
  return periodOfDays(range, days[range], nowUs);
}

/** The period from one day to another, as date fields send them; undefined for days that are invalid, in the future, or too many. */
export function customPeriod(fromText: string, toText: string, nowUs: number): Period | undefined {
  const [from, to] = [fromText, toText].map((text) => (text.length === 10 ? haitiInputUs(text) : undefined));
  if (from === undefined || to === undefined) return undefined;
  const days = { from: haitiDayOf(from), to: haitiDayOf(to) + 1 };
  const length = days.to - days.from;
  if (days.from < 0 || length < 1 || length > MOST_DAYS || to > nowUs) return undefined;
  const preset = PRESETS.find((range) => {
    const { now } = periodOf(range, nowUs);
    return now.from === days.from && now.to === days.to;
  });
  return periodOfDays(preset ?? 'custom', days, nowUs);
}

function periodOfDays(range: Range, now: Days, nowUs: number): Period {
  const today = haitiDayOf(nowUs);
  const length = now.to - now.from;
  return {
    range,
    now,
    before: { from: now.from - length, to: now.from },
    by: length === 1 && now.from > today - BY_HOUR_DAYS ? 'hour' : 'day',
    hoursOfToday: now.to > today ? startedHours(nowUs) : undefined,
  };
}

/** The number of hours of its day in Haiti that have started at a time. */
export function startedHours(us: number): number {
  return hourOf(us) - firstHourOf(haitiDayOf(us)) + 1;
}

/** The complete hours of today in a period that includes it: only they can be compared with an earlier day. */
export function completeHours({ hoursOfToday = 1 }: Period): number {
  return hoursOfToday - 1;
}

/** The first hour of a day in Haiti, counted in hours since 1970. */
export function firstHourOf(day: number): number {
  return hourOf(startOfHaitiDayUs(day));
}

/** The names of a period's hours or days: `14:00`, `22/11`. */
export function namesOf({ by, now }: Period): string[] {
  const start = by === 'hour' ? firstHourOf(now.from) : now.from;
  const end = by === 'hour' ? firstHourOf(now.to) : now.to;
  return Array.from({ length: end - start }, (_, at) => {
    const us = by === 'hour' ? (start + at) * US_PER_HOUR : startOfHaitiDayUs(start + at);
    const { day, month, hour } = haitiClock(us);
    return by === 'hour' ? `${hour}:00` : `${day}/${month}`;
  });
}

/** A day as a date field has it: `2026-11-22`. */
export function inputDay(day: number): string {
  return new Date((day * US_PER_DAY) / 1000).toISOString().slice(0, 10);
}
