import { US_PER_DAY } from '../../core/durations.ts';
import { haitiClock, haitiDayOf } from '../../platform/clock/haiti-time.ts';
import { haitiInputEndUs, haitiInputUs } from '../haiti-input.ts';

/** Ranges of days that end today or yesterday in Haiti. An address keeps the name, so that a saved link stays "today". */
export const DATE_PRESETS = ['today', 'yesterday', '7days', 'month'] as const;
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

function daysOf(preset: DatePreset, nowUs: number): { from: string; to: string } {
  const today = haitiDayOf(nowUs);
  const [first, last] = {
    today: [today, today],
    yesterday: [today - 1, today - 1],
    '7days': [today - 6, today],
    month: [today - haitiClock(nowUs).day + 1, today],
  }[preset] as [number, number];
  return { from: dayText(first), to: dayText(last) };
}

function dayText(day: number): string {
  return new Date((day * US_PER_DAY) / 1000).toISOString().slice(0, 10);
}
