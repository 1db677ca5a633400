import { haitiClock } from '../platform/clock/haiti-time.ts';

const INPUT = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::\d{2})?)?$/;
const MINUTE_US = 60_000_000;
const DAY_MS = 86_400_000;

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
  const localUs = dayMs * 1000 + minutes * MINUTE_US;
  // The offset is computed twice: near a clock change, the first one may be that of the other side.
  const nearUs = localUs + (localUs - shownUs(localUs));
  return nearUs + (localUs - shownUs(nearUs));
}

/** The same for the end of a range: a day alone means its end. */
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
