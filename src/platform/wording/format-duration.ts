import type { Language } from '../messages/language.ts';
import { formatUnits } from './format.ts';

/** Between a number and its unit. */
const SPACE = '\u00a0';

/** A duration in seconds: "4.5 s", "45 s", "12 min", "19 h 45 min". The units are the same in each language. */
export function formatDuration(seconds: number, language: Language): string {
  // `formatUnits` takes hundredths.
  if (seconds < 10)
    return `${formatUnits(Math.round(seconds * 10) * 10, language).replace(/(?<=[.,]\d)0$/, '')}${SPACE}s`;
  if (seconds < 120) return `${Math.round(seconds)}${SPACE}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}${SPACE}min`;
  const hours = `${Math.floor(minutes / 60)}${SPACE}h`;
  return minutes % 60 === 0 ? hours : `${hours}${SPACE}${minutes % 60}${SPACE}min`;
}
