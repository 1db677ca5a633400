import type { Clock } from '../../platform/clock/clock.ts';
import { ProviderUnavailable } from '../provider.ts';

const MAX_AT_A_TIME = 8;
/** The burst after a quiet time, and the rate per second: both are more than the returning customers of one gateway need. */
const MAX_SAVED = 100;
const PER_SECOND = 5;

/** Runs a lookup, or throws ProviderUnavailable when it is over the limit. */
export type Limited = <T>(lookUp: () => Promise<T>) => Promise<T>;

/**
 * Limits the lookups that clients can trigger, concurrently and over time: anyone can invent a transaction's number,
 * and MonCash may block an account that queries without end. Unauthenticated clients and customers each need their own
 * limiter.
 */
export function limitLookups(clock: Clock): Limited {
  let running = 0;
  let saved = MAX_SAVED;
  let countedAtUs = clock();
  return async (lookUp) => {
    const nowUs = clock();
    saved = Math.min(MAX_SAVED, saved + (Math.max(0, nowUs - countedAtUs) / 1_000_000) * PER_SECOND);
    countedAtUs = nowUs;
    if (running >= MAX_AT_A_TIME || saved < 1)
      throw new ProviderUnavailable('moncash: too many transactions are looked up');
    saved--;
    running++;
    try {
      return await lookUp();
    } finally {
      running--;
    }
  };
}
