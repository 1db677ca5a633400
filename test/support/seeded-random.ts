import { randomInt } from 'node:crypto';

/** Random choices from a seed: the same seed gives the same choices. */
export interface SeededRandom {
  readonly seed: number;
  /** A number from 0 up to 1, and never 1 itself. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** True with a probability of this many percent. */
  percent(chance: number): boolean;
}

/** Uses the given seed, or that of TEST_SEED if it is set, so that a failure can be repeated. Otherwise draws a new seed. */
export function seededRandom(seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31))): SeededRandom {
  let state = seed >>> 0;
  // Mulberry32: small, and random enough for tests.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    seed,
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    percent: (chance) => next() * 100 < chance,
  };
}
