import { formatTimestamp } from '../core/timestamps.ts';
import { haitiTimestamp } from '../platform/clock/haiti-time.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment, microseconds since 1970, in UTC or in Haiti time, for people who compare it with other logs. */
export function timeText(us: number, isLocal = false): string {
  return isLocal ? haitiTimestamp(us) : formatTimestamp(us);
}

/**
 * A column of moments for a table. On a terminal they are short, as in `ls`: day and time, or day and year if the year is not the current
 * one: `22 Nov 10:31`, `22 Nov 2025`. The title then names the time zone.
 *
 * @param width of the terminal; undefined when there is none
 */
export function timeColumn(
  title: string,
  moments: readonly (number | null | undefined)[],
  { width, isLocal = false }: { width: number | undefined; isLocal?: boolean },
): { title: string; cells: (string | null)[] } {
  const of = (text: (us: number) => string) => moments.map((us) => (us === null || us === undefined ? null : text(us)));
  if (width === undefined) return { title, cells: of((us) => timeText(us, isLocal)) };
  return { title: isLocal ? 'IN HAITI' : `${title} UTC`, cells: of((us) => shortTime(us, isLocal)) };
}

function shortTime(us: number, isLocal: boolean): string {
  const text = timeText(us, isLocal);
  const [year, month, day] = [text.slice(0, 4), MONTHS[Number(text.slice(5, 7)) - 1], text.slice(8, 10)];
  const thisYear = timeText(Date.now() * 1000, isLocal).slice(0, 4);
  return `${day} ${month} ${year === thisYear ? text.slice(11, 16) : year}`;
}
