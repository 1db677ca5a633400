import { openStore, type Store } from '../src/app/open-store.ts';
import type { Config } from '../src/config.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createWebsite } from '../test/support/websites.ts';

/** A website with one test key. */
export interface Shop {
  readonly websiteId: string;
  readonly apiKeyId: string;
  readonly key: string;
}

/** Opens the store of the settings with its schema up to date, for work alongside or before the gateway. */
export function openBenchStore(config: Config): Promise<Store> {
  return openStore(config, createLog('silent'), { migrate: true });
}

/** Registers a website with a test key; without a callback URL nothing is delivered to it. */
export async function createShop(store: Store, addresses: { callbackUrl?: string } = {}): Promise<Shop> {
  const { website } = await createWebsite(store, {
    name: 'Bench',
    returnUrl: 'https://shop.example/thanks',
    ...addresses,
  });
  const { apiKey, text } = await store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
  return { websiteId: website.id, apiKeyId: apiKey.id, key: text };
}
