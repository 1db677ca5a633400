import type { Log } from '../lib/log.ts';
import { IDLE_LOOP, type Loop, startLoop } from '../lib/loop.ts';
import type { RateSettings } from '../rates/rate-settings.ts';
import type { Database } from '../storage/database.ts';
import { findNewestRate } from '../storage/exchange-rates.ts';
import { type ExchangeRate, type ExchangeRates, fixedRate, observedRate } from './exchange-rate.ts';

/** How soon a rate that any node fetched is used by all of them. */
const FOLLOW = { name: 'following the exchange rate', pollMs: 2_000, retryMs: 2_000 };

export interface FollowedRates {
  readonly rates: ExchangeRates;
  /** Begins to look for newer rates in the store. */
  follow(): Loop;
}

/**
 * The rate in force as the store has it, read before this returns and, from `follow` on, every other second. While the store
 * is away, the last one read stays. Without a source it is the rate of the settings; with one, that is used until there is a
 * good answer.
 */
export async function followRates(
  { db, log }: { db: Database; log: Log },
  { fixedE4, source }: RateSettings,
): Promise<FollowedRates> {
  const fixed = fixedRate(fixedE4);
  if (source === null) return { rates: fixed, follow: () => IDLE_LOOP };
  let current: ExchangeRate;
  const read = async () => {
    const newest = await findNewestRate(db, source.source, source.bounds);
    current = newest ? observedRate(newest) : fixed();
    return { isMoreWaiting: false };
  };
  await read();
  return { rates: () => current, follow: () => startLoop(read, { ...FOLLOW, log }) };
}
