import { US_PER_DAY } from '../../core/durations.ts';
import { type Currency, type RateE4, usdToHtgRoundedUp } from '../../core/money.ts';
import type { RateSource } from './rate-reading.ts';
import type { ObservedRate } from './store/exchange-rates.ts';

/** A rate older than three days needs attention: long enough for a weekend. */
const OLD_US = 3 * US_PER_DAY;

export interface ExchangeRate {
  readonly rateE4: RateE4;
  /**
   * When the source published it. If the source names no time, when the rate was last seen there. For a manual rate,
   * when it was set. Null for a rate of the settings.
   */
  readonly updatedAtUs: number | null;
  /** Null for a rate of the settings, and for a manual rate. */
  readonly source: RateSource | null;
}

/** Returns the current rate. */
export type ExchangeRates = () => ExchangeRate;

/** A rate that never changes: the one from the settings. */
export function fixedRate(rateE4: RateE4): ExchangeRates {
  return () => ({ rateE4, updatedAtUs: null, source: null });
}

/** A source's rate as the `ExchangeRate` that is used and shown. */
export function observedRate({ rateE4, publishedAtUs, confirmedAtUs, source }: ObservedRate): ExchangeRate {
  return { rateE4, updatedAtUs: publishedAtUs ?? confirmedAtUs, source };
}

/** Whether a rate is old enough to need attention. */
export function isOldRate(rate: ObservedRate, nowUs: number): boolean {
  return nowUs - (observedRate(rate).updatedAtUs ?? nowUs) > OLD_US;
}

/**
 * The minimum card charge in each currency, minor units: set in USD, and its gourde value rounded up to the centime.
 */
export function cardMinimum(usdMinor: number, rateE4: RateE4): Record<Currency, number> {
  return { USD: usdMinor, HTG: usdToHtgRoundedUp(usdMinor, rateE4) };
}
