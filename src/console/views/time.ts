import { haitiTimestamp } from '../../platform/clock/haiti-time.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { LISTS } from '../../platform/messages/lists/lists-messages.ts';
import { formatShortHaitiTime } from '../../platform/wording/format-haiti-time.ts';

const MINUTE_US = 60_000_000;

/** A time in Haiti, for lists and facts. It wraps only between the day and the time. */
export function timeView(us: number, language: Language, { seconds = false } = {}): Html {
  const { date, time } = formatShortHaitiTime(us, language, { seconds });
  return html`<time datetime="${haitiTimestamp(us)}"><span>${date},</span> <span>${time}</span></time>`;
}

/** How long something has lasted, on one line: in minutes, from an hour on in hours, and from two days on in days. */
export function ageText(us: number, language: Language): string {
  const { minutes, hours, days } = LISTS[language].ages;
  const passed = Math.max(0, Math.floor(us / MINUTE_US));
  const [unit, count] =
    passed < 60
      ? [minutes, passed]
      : passed < 48 * 60
        ? [hours, Math.floor(passed / 60)]
        : [days, Math.floor(passed / 1_440)];
  return unit({ count }).replace(' ', '\u00a0');
}
