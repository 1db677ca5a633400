import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE } from '../../core/durations.ts';

/** Haiti's name in the time zone database. */
export const HAITI_ZONE = 'America/Port-au-Prince';

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** Created on first use: creating a formatter takes longer than all the formatting of a page. */
let haitiFormat: Intl.DateTimeFormat | undefined;

/** The offsets of hours, microseconds: a formatter is slow, and offsets change on the hour. */
const hourOffsets = new Map<number, number>();
/** Four years of hours. */
const MOST_HOURS = 35_000;

/** The first microsecond of a day in Haiti, given in days since 1970. Takes daylight saving time into account. */
export function startOfHaitiDayUs(day: number): number {
  const utcMidnightUs = day * US_PER_DAY;
  // Haiti's clocks change at two in the morning. So midnight in Haiti has the same offset as midnight in UTC, a few
  // hours earlier.
  return utcMidnightUs - offsetOfHourUs(utcMidnightUs);
}

/** A moment as Haiti's clocks show it, ISO 8601 with the offset from UTC: `2026-11-22T05:31:07-05:00`. */
export function haitiTimestamp(us: number): string {
  const offsetUs = offsetOfHourUs(us);
  const minutes = Math.abs(offsetUs) / US_PER_MINUTE;
  const offset = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${new Date((us + offsetUs) / 1000).toISOString().slice(0, 19)}${offsetUs < 0 ? '-' : '+'}${offset}`;
}

/** The day of a moment in Haiti: `2026-11-22`. */
export function haitiDate(us: number): string {
  return haitiTimestamp(us).slice(0, 10);
}

/** Date and time in Haiti at a moment, microseconds since 1970. The month is 1 to 12, the hour 0 to 23. */
export function haitiClock(us: number): Record<(typeof PARTS)[number], number> {
  haitiFormat ??= new Intl.DateTimeFormat('en-US', {
    timeZone: HAITI_ZONE,
    hourCycle: 'h23',
    ...Object.fromEntries(PARTS.map((part) => [part, 'numeric'])),
  });
  const shown = haitiFormat.formatToParts(Math.floor(us / 1000));
  const partOf = (part: string) => [part, Number(shown.find(({ type }) => type === part)?.value)];
  return Object.fromEntries(PARTS.map(partOf));
}

/** The day of a moment in Haiti, counted in days since 1970. */
export function haitiDayOf(us: number): number {
  return Math.floor((us + offsetOfHourUs(us)) / US_PER_DAY);
}

/** How far Haiti's clocks are ahead of UTC at a moment, microseconds: a negative number. */
export function offsetOfHourUs(us: number): number {
  const hour = Math.floor(us / US_PER_HOUR);
  const known = hourOffsets.get(hour);
  if (known !== undefined) return known;
  const offsetUs = haitiOffsetUs(hour * US_PER_HOUR);
  if (hourOffsets.size >= MOST_HOURS) hourOffsets.clear();
  hourOffsets.set(hour, offsetUs);
  return offsetUs;
}

/** How far Haiti's clocks are ahead of UTC, microseconds: a negative number. */
function haitiOffsetUs(us: number): number {
  const seconds = Math.floor(us / 1_000_000);
  const { year, month, day, hour, minute, second } = haitiClock(seconds * 1_000_000);
  return (Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - seconds) * 1_000_000;
}
