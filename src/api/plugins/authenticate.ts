import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Principal, type PrincipalLookup, requireActive } from '../../auth/api-keys.ts';
import { countAgainst } from '../../auth/count-against.ts';
import type { RateLimits } from '../../auth/rate-limits.ts';
import { ApiError } from '../../domain/errors.ts';
import { addressOf } from '../../http/count-request.ts';
import { noteOnRequest } from '../../http/note-on-request.ts';
import { requestValue } from '../../http/request-value.ts';

const PRINCIPAL = requestValue<Principal>('principal');

/** Whom the API key of a request to the merchant API belongs to. Throws an Error on routes that `authenticate` does not guard. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = PRINCIPAL.get(request);
  if (!principal) throw new Error('the route asks for no API key');
  return principal;
}

/**
 * Guards the merchant API before a body is read: the general rate limit, then the key, then the website. Paths and methods
 * that do not exist are counted too, but need no key. Contract: AUTH-1, LIMIT-1, REQUEST-24.
 */
export function authenticate(
  app: FastifyInstance,
  {
    limits,
    lookUpPrincipal,
  }: { limits: Pick<RateLimits, 'requests' | 'invalidKeys'>; lookUpPrincipal: PrincipalLookup },
): void {
  PRINCIPAL.prepare(app);
  app.addHook('onRequest', async (request) => {
    const address = addressOf(request);
    await countAgainst(limits.requests, address);
    if (request.is404) return;
    const principal = await principalFor(request, address);
    PRINCIPAL.set(request, principal);
    noteOnRequest(request, { websiteId: principal.website.id, keyId: principal.key.id });
    requireActive(principal);
  });

  const principalFor = async (request: FastifyRequest, address: string): Promise<Principal> => {
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string' || key === '') throw new ApiError('missing_api_key');
    const principal = await lookUpPrincipal(key);
    if (principal) return principal;
    const waitSeconds = await limits.invalidKeys.consume(address);
    if (waitSeconds > 0) throw new ApiError('too_many_attempts', { retryAfterSeconds: waitSeconds });
    throw new ApiError('invalid_api_key');
  };
}
