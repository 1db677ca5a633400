import { ApiError } from '../../core/errors.ts';
import type { RateLimit } from './rate-limits.ts';

/** Counts one request against a client's limit. Throws ApiError `rate_limit_exceeded` beyond the limit. */
export async function countAgainst(limit: RateLimit, client: string): Promise<void> {
  const retryAfterSeconds = await limit.consume(client);
  if (retryAfterSeconds > 0) throw new ApiError('rate_limit_exceeded', { retryAfterSeconds });
}
