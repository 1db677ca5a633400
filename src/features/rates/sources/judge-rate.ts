import { US_PER_DAY } from '../../../core/durations.ts';
import { formatRate, type RateE4 } from '../../../core/money.ts';
import type { RateReading } from '../rate-reading.ts';
import type { RateBounds } from './rate-settings.ts';

/** Digits with at most one separator between them, and at most as many digits as a rate can have. */
const DECIMAL = /^(\d{1,5})(?:[.,](\d{1,20}))?$/;

/** A plain decimal, with a point or a comma, rounded half up to four places; undefined for anything else. */
export function roundRate(text: string): RateE4 | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  const roundsUp = (fraction[4] ?? '0') >= '5';
  return Number(whole + fraction.slice(0, 4).padEnd(4, '0')) + (roundsUp ? 1 : 0);
}

/** A source in another time zone may publish the next day's rate on the evening before. A later time is a mistake. */
const FUTURE_US = 2 * US_PER_DAY;

/** The data that a new rate is compared with. */
export interface KnownRate {
  readonly rateE4: RateE4;
  /** When the same source published its last good rate. Publication times of two sources are not compared. */
  readonly publishedAtUs: number | null;
}

export type Judgement =
  | { readonly isGood: true; readonly reading: RateReading }
  | { readonly isGood: false; readonly reason: string };

/** Whether a rate may be used: within the bounds, close enough to the last good one, and not older. */
export function judgeRate(
  reading: RateReading,
  { bounds, lastGood, nowUs }: { bounds: RateBounds; lastGood: KnownRate | undefined; nowUs: number },
): Judgement {
  const { rateE4 } = reading;
  const { minE4, maxE4, maxChangePercent } = bounds;
  const refuse = (reason: string): Judgement => ({ isGood: false, reason });
  if (rateE4 < minE4 || rateE4 > maxE4) {
    return refuse(
      `${formatRate(rateE4)} is not between ${formatRate(minE4)} (EXCHANGE_RATE_MIN) and ${formatRate(maxE4)} (EXCHANGE_RATE_MAX)`,
    );
  }
  const publishedAtUs =
    reading.publishedAtUs !== null && reading.publishedAtUs > nowUs + FUTURE_US ? null : reading.publishedAtUs;
  if (lastGood && publishedAtUs !== null && lastGood.publishedAtUs !== null && publishedAtUs < lastGood.publishedAtUs) {
    return refuse('the source published it before the last good rate');
  }
  if (lastGood && maxChangePercent > 0 && isJump(lastGood.rateE4, rateE4, maxChangePercent)) {
    return refuse(
      `${formatRate(rateE4)} differs by more than ${maxChangePercent} % (EXCHANGE_RATE_MAX_CHANGE_PERCENT) from the last good rate, ${formatRate(lastGood.rateE4)}; if it is right, accept it once with EXCHANGE_RATE_MAX_CHANGE_PERCENT=0 peye rates refresh`,
    );
  }
  return { isGood: true, reading: { rateE4, publishedAtUs } };
}

/** Whether a change is larger than this many per cent. */
export function isJump(fromE4: RateE4, toE4: RateE4, percent: number): boolean {
  return Math.abs(toE4 - fromE4) * 100 > fromE4 * percent;
}
