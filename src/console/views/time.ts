import { haitiTimestamp } from '../../platform/clock/haiti-time.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { formatShortHaitiTime } from '../../platform/wording/format-haiti-time.ts';

/** A time in Haiti, for lists and facts. It wraps only between the day and the time. */
export function timeView(us: number, language: Language, { seconds = false } = {}): Html {
  const { date, time } = formatShortHaitiTime(us, language, { seconds });
  return html`<time datetime="${haitiTimestamp(us)}"><span>${date},</span> <span>${time}</span></time>`;
}
