import { MS_PER_DAY, US_PER_DAY, US_PER_MINUTE } from '../../core/durations.ts';
import { haitiClock, haitiDayOf } from '../../platform/clock/haiti-time.ts';

const INPUT = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::\d{2})?)?$/;
const DAY_MS = 86_400_000;

/** Ranges of days that end today or earlier in Haiti. An address keeps the name, so that a saved link stays "today". */
export const DATE_PRESETS = ['today', 'yesterday', '7days', 'month', 'lastmonth'] as const;
type DatePreset = (typeof DATE_PRESETS)[number];

/** A range of time as an address gives it. */
export interface DateRange {
  readonly preset: DatePreset | undefined;
  /** A day or a time in Haiti, or empty; for a preset, its first and last day. */
  readonly from: string;
  readonly to: string;
  /** The same in microseconds since 1970: from, inclusive, and to, exclusive. Undefined for none, and for an invalid text. */
  readonly fromUs: number | undefined;
  readonly toUs: number | undefined;
}

/** The range of `date`, `from` and `to` of an address. A preset takes precedence over `from` and `to`. */
export function rangeOf({ date = '', from = '', to = '' }: Readonly<Record<string, string>>, nowUs: number): DateRange {
  const preset = DATE_PRESETS.find((each) => each === date);
  const days = preset ? daysOf(preset, nowUs) : { from, to };
  return { preset, ...days, fromUs: haitiInputUs(days.from), toUs: haitiInputEndUs(days.to) };
}

/** Filters whose range of days is written out, for exports and for pages without presets. */
export function withPlainRange(
  { date, ...query }: Readonly<Record<string, string>>,
  nowUs: number,
): Readonly<Record<string, string>> {
  const { preset, from, to } = rangeOf({ date: date ?? '' }, nowUs);
  return preset ? { ...query, from, to } : query;
}

/** The range of a preset as date and time fields have it: from the start of its first day to the end of its last. */
export function timesOfPreset(preset: DatePreset, nowUs: number): { from: string; to: string } {
  const [first, last] = rangeOfDays(preset, nowUs);
  return { from: `${dayText(first)}T00:00`, to: `${dayText(last + 1)}T00:00` };
}

function daysOf(preset: DatePreset, nowUs: number): { from: string; to: string } {
  const [first, last] = rangeOfDays(preset, nowUs);
  return { from: dayText(first), to: dayText(last) };
}

function rangeOfDays(preset: DatePreset, nowUs: number): readonly [first: number, last: number] {
  const today = haitiDayOf(nowUs);
  const { year, month, day } = haitiClock(nowUs);
  const ranges: Readonly<Record<DatePreset, readonly [number, number]>> = {
    today: [today, today],
    yesterday: [today - 1, today - 1],
    '7days': [today - 6, today],
    month: [today - day + 1, today],
    lastmonth: [Date.UTC(year, month - 2, 1) / MS_PER_DAY, today - day],
  };
  return ranges[preset];
}

function dayText(day: number): string {
  return new Date((day * US_PER_DAY) / 1000).toISOString().slice(0, 10);
}

/**
 * The time in a date and time field, in Haiti's time zone, as microseconds since 1970. A day alone means its start. Undefined for an
 * invalid time, such as the 30th of February.
 */
export function haitiInputUs(text: string): number | undefined {
  const [, year, month, day, hour = '0', minute = '0'] = INPUT.exec(text) ?? [];
  if (year === undefined) return undefined;
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (new Date(dayMs).toISOString().slice(0, 10) !== text.slice(0, 10)) return undefined;
  const minutes = Number(hour) * 60 + Number(minute);
  if (Number(hour) > 23 || Number(minute) > 59) return undefined;
  const localUs = dayMs * 1000 + minutes * US_PER_MINUTE;
  // The offset is computed twice, because near a clock change the first result may be the offset from before the
  // change.
  const nearUs = localUs + (localUs - shownUs(localUs));
  return nearUs + (localUs - shownUs(nearUs));
}

/** `haitiInputUs` for the end of a range: a day alone means its end. */
export function haitiInputEndUs(text: string): number | undefined {
  const startUs = haitiInputUs(text);
  if (startUs === undefined || text.length > 10) return startUs;
  return haitiInputUs(new Date(Date.parse(text) + DAY_MS).toISOString().slice(0, 10));
}

/** The time in Haiti to the minute, as if it were UTC. */
function shownUs(us: number): number {
  const { year, month, day, hour, minute } = haitiClock(us);
  return Date.UTC(year, month - 1, day, hour, minute) * 1000;
}
