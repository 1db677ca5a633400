import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Principal, type PrincipalLookup, requireActive } from '../../auth/api-keys.ts';
import type { RateLimits } from '../../auth/rate-limits.ts';
import { ApiError } from '../../domain/errors.ts';
import { clientAddress } from '../../lib/client-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the API key belongs to; set on every route of the merchant API. */
    principal: Principal;
  }
}

/**
 * Guards the merchant API before a body is read: the general rate limit, then the key, then the website. Paths and methods
 * that do not exist are counted too, but need no key. SPEC: Authentication, Limits.
 */
export function authenticate(
  app: FastifyInstance,
  { limits, principalOf }: { limits: Pick<RateLimits, 'requests' | 'invalidKeys'>; principalOf: PrincipalLookup },
): void {
  app.decorateRequest('principal');
  app.addHook('onRequest', async (request) => {
    const address = clientAddress(request.ip, request.socket.remoteAddress ?? 'unknown');
    const waitSeconds = await limits.requests.consume(address);
    if (waitSeconds > 0) throw new ApiError('rate_limit_exceeded', { retryAfterSeconds: waitSeconds });
    if (request.is404) return;
    request.principal = await principalFor(request, address);
    requireActive(request.principal);
  });

  const principalFor = async (request: FastifyRequest, address: string): Promise<Principal> => {
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string' || key === '') throw new ApiError('missing_api_key');
    const principal = await principalOf(key);
    if (principal) return principal;
    const waitSeconds = await limits.invalidKeys.consume(address);
    if (waitSeconds > 0) throw new ApiError('too_many_attempts', { retryAfterSeconds: waitSeconds });
    throw new ApiError('invalid_api_key');
  };
}
