import { US_PER_SECOND } from '../../core/durations.ts';

/** Jitter, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** Covers the jitter and a margin. An attempt planned farther ahead comes from a wrong clock or another schedule. */
const LONGEST_WAIT_FACTOR = 1.2;

/** The longest wait that a schedule can plan, microseconds. */
export function longestWaitUs(retrySeconds: readonly number[]): number {
  return Math.max(...retrySeconds) * LONGEST_WAIT_FACTOR * US_PER_SECOND;
}

/**
 * The wait before the next attempt, milliseconds, or undefined when the schedule is over.
 *
 * @param made attempts made so far in this schedule
 * @param retryAfterSeconds the receiver's requested wait, capped at the schedule's longest wait
 * @param random from 0 to below 1
 */
export function nextWaitMs(
  retrySeconds: readonly number[],
  { made, retryAfterSeconds = 0, random }: { made: number; retryAfterSeconds?: number; random: number },
): number | undefined {
  const wait = retrySeconds[made];
  if (wait === undefined) return undefined;
  const asked = Math.min(retryAfterSeconds, Math.max(...retrySeconds));
  return Math.round(Math.max(wait * (1 + JITTER * random), asked) * 1000);
}
