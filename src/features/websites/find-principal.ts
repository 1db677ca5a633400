import { LRUCache } from 'lru-cache';
import { ApiError } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { isInSubnets } from '../../platform/network/public-address.ts';
import { hashKey } from '../../platform/secrets/secrets.ts';
import type { Soon } from '../../platform/tasks/promises.ts';
import { type ApiKey, findApiKeyByHash, type NeededScope } from './store/api-keys.ts';
import { findWebsite, type Website } from './store/websites.ts';

/** A change to a key or website takes effect on every node within this time; the documented limit is ten seconds. */
const CACHE_TTL_MS = 5_000;
const CACHE_ENTRIES = 10_000;

const KEY_FORMAT = /^tk_(?:test|live)_[0-9A-Za-z]{32,128}$/;

/** The owner of a valid key. */
export interface Principal {
  readonly key: ApiKey;
  readonly website: Website;
  /** Whether a use of the key has been reported since its lookup. */
  wasUsed: boolean;
}

/**
 * Finds the owner of a key; undefined for an invalid key. Key and website may be deactivated: see `inactiveError`. The principal of a key
 * that was used a moment ago is returned at once.
 */
export interface PrincipalLookup {
  (key: string): Soon<Principal | undefined>;
  /** The principal of a key that was used a moment ago, without a query. */
  readonly cached: (key: string) => Principal | undefined;
}

/** Whether a text could be a key. */
export function isKeyText(text: string): boolean {
  return KEY_FORMAT.test(text);
}

/**
 * Looks keys up by their hash. Existing keys are cached for a few seconds; unknown ones are queried every time. The
 * cache is keyed by the key's text, so that a request needs no hash. The text is deleted from memory when its time is
 * over, whether or not it was used.
 */
export function principalLookup({ db, clock }: { db: Database; clock: Clock }): PrincipalLookup {
  const remembered = new LRUCache<string, Principal>({ max: CACHE_ENTRIES, ttl: CACHE_TTL_MS, ttlAutopurge: true });
  const find = async (text: string) => {
    const nowUs = clock();
    const key = await findApiKeyByHash(db, hashKey(text), nowUs);
    const website = key && (await findWebsite(db, key.websiteId));
    if (!website) return undefined;
    const principal = { key, website, wasUsed: false };
    // A key is not cached beyond its expiry.
    const leftMs = key.expiresAtUs === null ? CACHE_TTL_MS : Math.ceil((key.expiresAtUs - nowUs) / 1000);
    remembered.set(text, principal, { ttl: Math.min(CACHE_TTL_MS, leftMs) });
    return principal;
  };
  const cached = (text: string) => remembered.get(text);
  const lookUp = (text: string) => cached(text) ?? (isKeyText(text) ? find(text) : undefined);
  return Object.assign(lookUp, { cached });
}

/**
 * Why a restricted key may not be used for this request; undefined when it may. Contract: AUTH-14, AUTH-15.
 *
 * @param address the client's whole address; undefined when it is unknown
 * @param needs the scope that the endpoint requires
 */
export function restrictionError(
  { addresses, scopes }: Pick<ApiKey, 'addresses' | 'scopes'>,
  address: string | undefined,
  needs: NeededScope,
): ApiError | undefined {
  if (addresses !== null && (address === undefined || !isInSubnets(address, addresses))) {
    return new ApiError('action_not_allowed', { message: 'This API key is not accepted from this address.' });
  }
  if (scopes !== null && needs !== 'any' && !scopes.includes(needs)) {
    const has = scopes.length === 1 ? `the scope ${scopes[0]}` : `the scopes ${scopes.join(' and ')}`;
    const message = `This API key has ${has} only, and this call needs the scope ${needs}.`;
    return new ApiError('action_not_allowed', { message });
  }
  return undefined;
}

/** Why a principal may not do anything: `api_key_inactive` or `website_inactive`; undefined when it may. */
export function inactiveError({ key, website }: Principal): ApiError | undefined {
  if (key.deactivatedAtUs !== null) return new ApiError('api_key_inactive');
  if (website.deactivatedAtUs !== null) return new ApiError('website_inactive');
  return undefined;
}
