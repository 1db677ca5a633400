import type { RateE4 } from '../../core/money.ts';

/** The possible sources of the exchange rate, besides the settings themselves. */
export const RATE_SOURCES = ['brh', 'open_er_api'] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

/** A source's reading. */
export interface RateReading {
  readonly rateE4: RateE4;
  /** When the source published this, according to the source; if it states only a day, the start of that day in UTC. */
  readonly publishedAtUs: number | null;
}
