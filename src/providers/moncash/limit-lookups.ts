import type { Clock } from '../../lib/clock.ts';
import { ProviderUnavailable } from '../provider.ts';

const MAX_AT_A_TIME = 8;
/** So many at once after a quiet while, and so many a second over time: more than customers come back to one gateway. */
const MAX_SAVED = 100;
const PER_SECOND = 5;

/** Runs a lookup, or throws ProviderUnavailable when it is one too many. */
export type Limited = <T>(lookUp: () => Promise<T>) => Promise<T>;

/**
 * Bounds the lookups that people can cause, at a time and over time: a transaction's number can be made up by anybody, and an
 * account that asks MonCash without end may be shut out. Strangers and customers each need one of their own.
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
