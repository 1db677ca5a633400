import type { RateSource } from '../domain/exchange-rate.ts';
import { type Currency, type RateE4, usdToHtgRoundedUp } from '../domain/money.ts';
import type { ObservedRate } from '../storage/exchange-rates.ts';

/** A rate older than three days needs attention: long enough for a weekend. */
const OLD_US = 3 * 86_400_000_000;

export interface ExchangeRate {
  readonly rateE4: RateE4;
  /**
   * When the source says that it published it; when the source names no time, when it was last seen there; when it was set by
   * hand. Null for a rate of the settings.
   */
  readonly updatedAtUs: number | null;
  /** Null for a rate of the settings, and for one that was set by hand. */
  readonly source: RateSource | null;
}

/** The rate in force. */
export type ExchangeRates = () => ExchangeRate;

/** A rate that never changes: the one of the settings. */
export function fixedRate(rateE4: RateE4): ExchangeRates {
  return () => ({ rateE4, updatedAtUs: null, source: null });
}

/** A rate of a source as it is used and shown. */
export function observedRate({ rateE4, publishedAtUs, confirmedAtUs, source }: ObservedRate): ExchangeRate {
  return { rateE4, updatedAtUs: publishedAtUs ?? confirmedAtUs, source };
}

/** Whether a rate is old enough to need attention. */
export function isOldRate(rate: ObservedRate, nowUs: number): boolean {
  return nowUs - (observedRate(rate).updatedAtUs ?? nowUs) > OLD_US;
}

/** The least a card is charged in each currency, minor units: set in USD, and its gourde value rounded up to the centime. */
export function cardMinimum(usdMinor: number, rateE4: RateE4): Record<Currency, number> {
  return { USD: usdMinor, HTG: usdToHtgRoundedUp(usdMinor, rateE4) };
}
