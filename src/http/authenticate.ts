import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import {
  inactiveError,
  isKeyText,
  type Principal,
  type PrincipalLookup,
  restrictionError,
} from '../features/websites/find-principal.ts';
import type { NeededScope } from '../features/websites/store/api-keys.ts';
import type { RateLimits } from '../platform/limits/rate-limits.ts';
import { whenAvailable } from '../platform/tasks/promises.ts';
import { addressOf, wholeAddressOf } from './count-request.ts';
import { refuse } from './errors.ts';
import { noteOnRequest } from './note-on-request.ts';
import { requestValue } from './request-value.ts';

const PRINCIPAL = requestValue<Principal>('principal');

/** The principal of the API key of a request. Throws an Error on routes that `authenticate` does not guard. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = PRINCIPAL.get(request);
  if (!principal) throw new Error('the route requires no API key');
  return principal;
}

/** The scheme of the `Authorization` header in which other APIs expect a key. */
const BEARER = /^bearer\b/i;
const BEARER_HINT = 'Send the key in the header X-Api-Key, not as Authorization: Bearer';

/** What the check of keys needs. */
export interface AuthenticateDeps {
  readonly limits: Pick<RateLimits, 'requests' | 'websiteRequests' | 'keyLookups' | 'invalidKeys'>;
  readonly lookUpPrincipal: PrincipalLookup;
  /** Called with the first admitted request of a key after each lookup of it. */
  readonly noteKeyUse: (keyId: string) => void;
}

/** Options of a route. */
interface ScopedRoute {
  readonly scope?: NeededScope;
}

/** The scope that callers of this route need. By default reads need `read`, and everything else `create`. */
export function needsScope(scope: NeededScope): { config: object } {
  return { config: { scope } satisfies ScopedRoute };
}

/**
 * Guards everything that needs an API key, before a body is read: the general rate limit, then the key, then the website. Unknown
 * paths and methods are counted too, but need no key. The requests of a website with its own limit are counted for the website, not
 * refused for their address. Contract: AUTH-1, AUTH-17, LIMIT-1, LIMIT-11, REQUEST-24.
 */
export function authenticate(app: FastifyInstance, { limits, lookUpPrincipal, noteKeyUse }: AuthenticateDeps): void {
  PRINCIPAL.prepare(app);
  const admit = (request: FastifyRequest, reply: FastifyReply, principal: Principal, done: () => void) => {
    PRINCIPAL.set(request, principal);
    noteKey(request, principal);
    const refusal = inactiveError(principal) ?? refusalOf(principal, request);
    if (refusal) return refuse(request, reply, refusal);
    if (!principal.wasUsed) {
      principal.wasUsed = true;
      noteKeyUse(principal.key.id);
    }
    done();
  };
  app.addHook('onRequest', (request, reply, done) => {
    const address = addressOf(request);
    const key = request.headers['x-api-key'];
    const known = typeof key === 'string' ? lookUpPrincipal.cached(key) : undefined;
    const refuseLimited = (retryAfterSeconds: number) => {
      if (known) noteKey(request, known);
      refuse(request, reply, new ApiError('rate_limit_exceeded', { retryAfterSeconds }));
    };
    const requireKey = () => {
      if (typeof key !== 'string' || key === '') return refuseMissing();
      const onFound = (found: Principal | undefined) => {
        if (!found) countInvalid();
        else if (found !== known && hasOwnLimit(found)) countForWebsite(found);
        else admit(request, reply, found, done);
      };
      whenAvailable(known ?? lookUpPrincipal(key), onFound, done);
    };
    /** Whether a request counts for its website. One whose key is refused counts for its address, so that it uses up nothing of the website's. */
    const hasOwnLimit = (principal: Principal) =>
      principal.website.rateLimitPerMinute !== null &&
      (inactiveError(principal) ?? refusalOf(principal, request, 'any')) === undefined;
    const countForWebsite = (principal: Principal) => {
      const { id, rateLimitPerMinute } = principal.website;
      const onCounted = (retryAfterSeconds: number) => {
        if (retryAfterSeconds > 0) refuseLimited(retryAfterSeconds);
        else if (request.is404) done();
        else admit(request, reply, principal, done);
      };
      whenAvailable(limits.websiteRequests(rateLimitPerMinute ?? 0).consume(id), onCounted, done);
    };
    /** Above the address's limit: passes on what a website with its own limit sends. Anything else is refused as before. */
    const findOwnLimit = (retryAfterSeconds: number) => {
      if (known || typeof key !== 'string' || !isKeyText(key)) return refuseLimited(retryAfterSeconds);
      const onFound = (found: Principal | undefined) => {
        if (found && hasOwnLimit(found)) return countForWebsite(found);
        if (found) return refuseLimited(retryAfterSeconds);
        // The attempt counts, so that no one can test keys here without a limit.
        whenAvailable(limits.invalidKeys.consume(address), () => refuseLimited(retryAfterSeconds), done);
      };
      const onCounted = (wait: number) =>
        wait > 0 ? refuseLimited(retryAfterSeconds) : whenAvailable(lookUpPrincipal(key), onFound, done);
      whenAvailable(limits.keyLookups.consume(address), onCounted, done);
    };
    const refuseMissing = () => {
      if (BEARER.test(request.headers.authorization ?? '')) reply.header('x-gateway-hint', BEARER_HINT);
      refuse(request, reply, new ApiError('missing_api_key'));
    };
    const countInvalid = () => whenAvailable(limits.invalidKeys.consume(address), refuseInvalid, done);
    const refuseInvalid = (retryAfterSeconds: number) =>
      refuse(
        request,
        reply,
        retryAfterSeconds > 0
          ? new ApiError('too_many_attempts', { retryAfterSeconds })
          : new ApiError('invalid_api_key'),
      );
    const onCounted = (retryAfterSeconds: number) => {
      if (retryAfterSeconds > 0) findOwnLimit(retryAfterSeconds);
      else if (request.is404) done();
      else requireKey();
    };
    if (known && hasOwnLimit(known)) countForWebsite(known);
    else whenAvailable(limits.requests.consume(address), onCounted, done);
  });
}

function noteKey(request: FastifyRequest, { website, key }: Principal): void {
  noteOnRequest(request, { websiteId: website.id, keyId: key.id });
}

/** Why a restricted key may not be used for this request. Most keys are unrestricted, and cost only two comparisons. */
function refusalOf({ key }: Principal, request: FastifyRequest, needs?: NeededScope): ApiError | undefined {
  if (key.addresses === null && key.scopes === null) return undefined;
  return restrictionError(
    key,
    key.addresses === null ? undefined : wholeAddressOf(request),
    needs ?? neededBy(request),
  );
}

function neededBy({ routeOptions, method }: FastifyRequest): NeededScope {
  const { scope } = routeOptions.config as ScopedRoute;
  return scope ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'create');
}
