import type { AttemptLimit } from './rate-limits.ts';

/** What an attempt is counted against, and as whose. */
export type Count = readonly [limit: AttemptLimit, client: string];

/** Counts an attempt everywhere: 0 when it may be made, else the seconds until it may, and then it is counted nowhere. */
export async function countAttempt(counts: readonly Count[]): Promise<number> {
  for (const [at, [limit, client]] of counts.entries()) {
    const seconds = await limit.attempt(client);
    if (seconds === 0) continue;
    await forgiveAttempt(counts.slice(0, at));
    return seconds;
  }
  return 0;
}

/** Removes a counted attempt everywhere. */
export async function forgiveAttempt(counts: readonly Count[]): Promise<void> {
  for (const [limit, client] of counts) await limit.forgive(client);
}
