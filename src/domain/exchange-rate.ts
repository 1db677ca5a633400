import type { RateE4 } from './money.ts';

/** Where the exchange rate can come from, alongside the settings themselves. */
export const RATE_SOURCES = ['brh', 'open_er_api'] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

/** What a source says. */
export interface RateReading {
  readonly rateE4: RateE4;
  /** When the source says that it published this; a source that names a day only means that day's start in UTC. */
  readonly publishedAtUs: number | null;
}
