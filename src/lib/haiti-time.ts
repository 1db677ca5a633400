const ZONE = 'America/Port-au-Prince';
const US_PER_DAY = 86_400_000_000;

/** The first microsecond of a day in Haiti, of a day counted in days since 1970. Summer time is counted in. */
export function startOfHaitiDayUs(day: number): number {
  const utcMidnightUs = day * US_PER_DAY;
  // Clocks are changed at two in the morning there: the offset of midnight is that of a few hours before.
  return utcMidnightUs - haitiOffsetUs(utcMidnightUs);
}

/** A moment as Haiti's clocks show it, ISO 8601 with the offset from UTC: `2026-11-22T05:31:07-05:00`. */
export function formatHaitiTime(us: number): string {
  const offsetUs = haitiOffsetUs(us);
  const minutes = Math.abs(offsetUs) / 60_000_000;
  const offset = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${new Date((us + offsetUs) / 1000).toISOString().slice(0, 19)}${offsetUs < 0 ? '-' : '+'}${offset}`;
}

/** How much Haiti's clocks are ahead of UTC, microseconds: a negative number. */
function haitiOffsetUs(us: number): number {
  const seconds = Math.floor(us / 1_000_000);
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(seconds * 1000);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const shownMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return (shownMs / 1000 - seconds) * 1_000_000;
}
