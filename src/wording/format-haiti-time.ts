import { haitiClock } from '../lib/haiti-time.ts';
import type { Language } from './language.ts';

/** By hand: no runtime has Kreyòl, and some would answer in English without a word. */
const MONTHS: Readonly<Record<Language, string>> = {
  ht: 'janvye fevriye mas avril me jen jiyè out septanm oktòb novanm desanm',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  en: 'January February March April May June July August September October November December',
};

/** Day and minute in Haiti's time zone, as the language writes them, of microseconds since 1970: "23 mas 2026, 14:05". */
export function formatHaitiTime(us: number, language: Language): string {
  const { day, month, year, hour, minute } = haitiClock(us);
  const name = MONTHS[language].split(' ')[month - 1];
  const first = { ht: '1ye', fr: '1er', en: '1' }[language];
  const date = `${day === 1 ? first : day} ${name} ${year}`;
  const minutes = String(minute).padStart(2, '0');
  if (language === 'en') return `${date}, ${hour % 12 || 12}:${minutes} ${hour < 12 ? 'am' : 'pm'}`;
  return `${date}, ${String(hour).padStart(2, '0')}:${minutes}`;
}
