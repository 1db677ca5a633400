import type { RateE4 } from '../../../core/money.ts';

/** Digits with at most one separator between them, and not more than a rate could ever need. */
const DECIMAL = /^(\d{1,5})(?:[.,](\d{1,20}))?$/;

/** A plain decimal, with a point or a comma, rounded half up to four places; undefined for anything else. */
export function roundRate(text: string): RateE4 | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  const roundsUp = (fraction[4] ?? '0') >= '5';
  return Number(whole + fraction.slice(0, 4).padEnd(4, '0')) + (roundsUp ? 1 : 0);
}
