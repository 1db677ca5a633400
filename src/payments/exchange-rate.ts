import { type Currency, type RateE4, usdToHtgRoundedUp } from '../domain/money.ts';

export interface ExchangeRate {
  readonly rateE4: RateE4;
  /** When the source last published it; null for a rate that is fixed in the settings. */
  readonly updatedAtUs: number | null;
}

/** The rate in force. */
export type ExchangeRates = () => ExchangeRate;

/** A rate that never changes: the one of the settings. */
export function fixedRate(rateE4: RateE4): ExchangeRates {
  return () => ({ rateE4, updatedAtUs: null });
}

/** The least a card is charged in each currency, minor units: set in USD, and its gourde value rounded up to the centime. */
export function cardMinimum(usdMinor: number, rateE4: RateE4): Record<Currency, number> {
  return { USD: usdMinor, HTG: usdToHtgRoundedUp(usdMinor, rateE4) };
}
