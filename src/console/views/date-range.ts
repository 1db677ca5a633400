import { MS_PER_DAY, US_PER_DAY } from '../../core/durations.ts';
import { haitiClock, haitiDayOf } from '../../platform/clock/haiti-time.ts';
import { haitiInputEndUs, haitiInputUs } from '../haiti-input.ts';

/** Ranges of days that end today or earlier in Haiti. An address keeps the name, so that a saved link stays "today". */
export const DATE_PRESETS = ['today', 'yesterday', '7days', 'month', 'lastmonth'] as const;
type DatePreset = (typeof DATE_PRESETS)[number];

/** A range of time as an address gives it. */
export interface DateRange {
  readonly preset: DatePreset | undefined;
  /** Empty, or a day or a time in Haiti; of a preset, its first and last day. */
  readonly from: string;
  readonly to: string;
  /** The same in microseconds since 1970: from, inclusive, and to, exclusive. Undefined for none, and for an invalid text. */
  readonly fromUs: number | undefined;
  readonly toUs: number | undefined;
}

/** The range of `date`, `from` and `to` of an address. A preset goes before `from` and `to`. */
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
