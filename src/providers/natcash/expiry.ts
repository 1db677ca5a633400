import { MS_PER_DAY, MS_PER_MINUTE } from '../../core/durations.ts';
import { readInteger } from './read-integer.ts';

const DEFAULT_SECONDS = 900;
const SHORTEST_MS = MS_PER_MINUTE;
const LONGEST_MS = MS_PER_DAY;
/** NatCash does not document whether `expiredAt` is a duration or a time. No duration in seconds is this large. */
const LARGEST_DURATION_SECONDS = 1_000_000;
/** No time in milliseconds is this small: the clock passed this number in 1973. */
const SMALLEST_EPOCH_MS = 100_000_000_000;

/**
 * How long NatCash accepts a payment, milliseconds from `nowMs` on NatCash's clock: 15 minutes without a valid value,
 * and never more than a day.
 */
export function lifetimeMs(expiredAt: unknown, nowMs: number): number {
  const given = readInteger(expiredAt) ?? 0;
  const lifeMs = given < LARGEST_DURATION_SECONDS ? given * 1000 : epochMs(given) - nowMs;
  // A value this short means a wrong clock or another unit: failing early would fail payments that are then paid.
  return lifeMs < SHORTEST_MS ? DEFAULT_SECONDS * 1000 : Math.min(lifeMs, LONGEST_MS);
}

function epochMs(given: number): number {
  return given < SMALLEST_EPOCH_MS ? given * 1000 : given;
}
