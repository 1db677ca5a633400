import { haitiClock, startOfHaitiDayUs } from '../clock/haiti-time.ts';
import type { Language } from '../messages/language.ts';

/** Written out, because no runtime supports Kreyòl, and some would silently use English. */
const MONTHS: Readonly<Record<Language, string>> = {
  ht: 'janvye fevriye mas avril me jen jiyè out septanm oktòb novanm desanm',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  en: 'January February March April May June July August September October November December',
};

/** Abbreviated as in the newspapers of each language. */
const SHORT_MONTHS: Readonly<Record<Language, string>> = {
  ht: 'jan fev mas avr me jen jiy out sep okt nov des',
  fr: 'janv. févr. mars avr. mai juin juill. août sept. oct. nov. déc.',
  en: 'Jan Feb Mar Apr May June July Aug Sept Oct Nov Dec',
};

/** A time to the minute in Haiti's time zone, as each language writes it, from microseconds since 1970: "23 mas 2026, 14:05". */
export function formatHaitiTime(us: number, language: Language): string {
  const { date, time } = partsOf(us, language, { months: MONTHS, seconds: false });
  return `${date}, ${time}`;
}

/** The day of a time in Haiti's time zone: "23 mas 2026". */
export function formatHaitiDay(us: number, language: Language): string {
  return partsOf(us, language, { months: MONTHS, seconds: false }).date;
}

/** The month of a time in Haiti's time zone: "mas 2026". */
export function formatHaitiMonth(us: number, language: Language): string {
  const { month, year } = haitiClock(us);
  return `${MONTHS[language].split(' ')[month - 1]} ${year}`;
}

/** A time for a narrow column, with the month abbreviated: "22 Nov 2026" and "2:05 pm", or "2:05:31 pm". */
export function formatShortHaitiTime(
  us: number,
  language: Language,
  { seconds = false } = {},
): { date: string; time: string } {
  return partsOf(us, language, { months: SHORT_MONTHS, seconds });
}

/**
 * Days in Haiti, from the first to the last, counted since 1970: "22 Nov", "24 Oct–22 Nov". The year follows if it is not the year of
 * `today`.
 */
export function formatDays(
  first: number,
  last: number,
  { language, today }: { language: Language; today: number },
): string {
  const yearOf = (day: number) => haitiClock(startOfHaitiDayUs(day)).year;
  const hasYear = yearOf(first) !== yearOf(today) || yearOf(last) !== yearOf(today);
  const [start, end] = [first, last].map((day) => {
    const { date } = formatShortHaitiTime(startOfHaitiDayUs(day), language);
    return (hasYear ? date : date.replace(/ \d{4}$/, '')).replaceAll(' ', '\u00a0');
  });
  return start === end ? `${start}` : `${start}–${end}`;
}

function partsOf(
  us: number,
  language: Language,
  { months, seconds }: { months: typeof MONTHS; seconds: boolean },
): { date: string; time: string } {
  const { day, month, year, hour, minute, second } = haitiClock(us);
  const name = months[language].split(' ')[month - 1];
  const first = { ht: '1ye', fr: '1er', en: '1' }[language];
  const date = `${day === 1 ? first : day} ${name} ${year}`;
  const rest = (seconds ? [minute, second] : [minute]).map((part) => `:${String(part).padStart(2, '0')}`).join('');
  if (language === 'en') return { date, time: `${hour % 12 || 12}${rest} ${hour < 12 ? 'am' : 'pm'}` };
  return { date, time: `${String(hour).padStart(2, '0')}${rest}` };
}
