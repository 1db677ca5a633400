import { ApiError } from './api-error.ts';
import type { StripeResponse } from './response.ts';

const LIFE_MS = 24 * 3_600_000;
const MAX_LENGTH = 255;

interface StoredResponse {
  readonly fingerprint: string;
  readonly atMs: number;
  readonly response: StripeResponse;
}

/**
 * A request with a key takes effect once: the same key returns the same response again, and is refused with other parameters. A request
 * that failed without an effect is not stored, and may be retried.
 */
export function idempotencyKeys(now: () => number) {
  const kept = new Map<string, StoredResponse>();
  return (key: string | undefined, fingerprint: string, act: () => StripeResponse): StripeResponse => {
    if (key === undefined) return act();
    if (key === '' || key.length > MAX_LENGTH) {
      throw new ApiError(400, { type: 'invalid_request_error', message: 'The Idempotency-Key is empty or too long.' });
    }
    const known = kept.get(key);
    if (known && now() - known.atMs < LIFE_MS) {
      if (known.fingerprint !== fingerprint) {
        throw new ApiError(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with: ${key}.`,
        });
      }
      return { ...known.response, headers: { 'idempotent-replayed': 'true' } };
    }
    const response = act();
    if (response.status < 400 || response.status === 402) kept.set(key, { fingerprint, atMs: now(), response });
    return response;
  };
}
