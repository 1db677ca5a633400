import { LRUCache } from 'lru-cache';
import { ApiError } from '../domain/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { hashKey } from '../lib/secrets.ts';
import { type ApiKey, findApiKeyByHash } from '../storage/api-keys.ts';
import type { Database } from '../storage/database.ts';
import { findWebsite, type Website } from '../storage/websites.ts';

/** A change to a key or website takes effect on every node within this time; the promise is ten seconds. */
const CACHE_TTL_MS = 5_000;
const CACHE_ENTRIES = 10_000;

const KEY_FORMAT = /^tk_(?:test|live)_[0-9A-Za-z]{32,128}$/;

/** Who a valid key belongs to. */
export interface Principal {
  readonly key: ApiKey;
  readonly website: Website;
}

/** Finds whom a key belongs to; undefined for an invalid key. Both may be deactivated: see `requireActive`. */
export type PrincipalLookup = (key: string) => Promise<Principal | undefined>;

/** Looks keys up by their hash. Keys that exist are cached for a few seconds; unknown ones are queried every time. */
export function principalLookup({ db, clock }: { db: Database; clock: Clock }): PrincipalLookup {
  const cache = new LRUCache<string, Principal>({ max: CACHE_ENTRIES, ttl: CACHE_TTL_MS });
  return async (text) => {
    if (!KEY_FORMAT.test(text)) return undefined;
    const hash = hashKey(text);
    const cached = cache.get(hash);
    if (cached) return cached;
    const key = await findApiKeyByHash(db, hash, clock());
    const website = key && (await findWebsite(db, key.websiteId));
    if (!website) return undefined;
    const principal = { key, website };
    cache.set(hash, principal);
    return principal;
  };
}

/** Throws ApiError `api_key_inactive` or `website_inactive`. */
export function requireActive({ key, website }: Principal): void {
  if (key.deactivatedAtUs !== null) throw new ApiError('api_key_inactive');
  if (website.deactivatedAtUs !== null) throw new ApiError('website_inactive');
}
