import { ApiError } from '../../core/errors.ts';
import type { AttemptLimit, RateLimit } from './rate-limits.ts';

/** A limit that an attempt counts against, and the client's key. */
export type Count = readonly [limit: AttemptLimit, client: string];

/**
 * Counts an attempt against all limits. Returns 0 when the attempt is allowed, else the seconds until it is. A refused
 * attempt is not counted.
 */
export async function countAttempt(counts: readonly Count[]): Promise<number> {
  for (const [at, [limit, client]] of counts.entries()) {
    const seconds = await limit.attempt(client);
    if (seconds === 0) continue;
    await forgiveAttempt(counts.slice(0, at));
    return seconds;
  }
  return 0;
}

/** Removes a counted attempt from all limits. */
export async function forgiveAttempt(counts: readonly Count[]): Promise<void> {
  for (const [limit, client] of counts) await limit.forgive(client);
}

/** Counts one request against a client's limit. Throws ApiError `rate_limit_exceeded` beyond the limit. */
export async function countAgainst(limit: RateLimit, client: string): Promise<void> {
  const retryAfterSeconds = await limit.consume(client);
  if (retryAfterSeconds > 0) throw new ApiError('rate_limit_exceeded', { retryAfterSeconds });
}
