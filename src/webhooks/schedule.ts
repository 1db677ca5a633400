/** So that deliveries which failed together do not come back together. */
const JITTER = 0.1;

/**
 * How long to wait before the next attempt, milliseconds, or undefined when the schedule is over.
 *
 * @param made attempts made in this schedule
 * @param retryAfterSeconds what the receiver asked for; never more than the schedule's longest wait is granted
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
