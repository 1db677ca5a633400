import type { PaymentMethod } from '../domain/payment.ts';
import { LAKAYPAY_CARD_HOSTS } from './lakaypay_card/settings.ts';
import type { LiveSettings } from './live-settings.ts';
import { MONCASH_HOSTS } from './moncash/settings.ts';
import { NATCASH_API_URLS } from './natcash/settings.ts';

/** Where the providers keep accounts that no money stands behind. */
const TEST_HOSTS = [
  MONCASH_HOSTS.sandbox,
  NATCASH_API_URLS.test,
  LAKAYPAY_CARD_HOSTS.test.page,
  LAKAYPAY_CARD_HOSTS.test.api,
].map((url) => new URL(url).host);

/** An address that live payments, or what their customers see, go to. */
export interface LiveAddress {
  readonly method: PaymentMethod;
  readonly setting: string;
  readonly url: string;
}

/** The addresses of the methods that can be paid with in live mode. */
export function liveAddresses({ moncash, natcash, lakaypay_card, card }: LiveSettings): LiveAddress[] {
  const of = (method: PaymentMethod, urls: Record<string, string | undefined>) =>
    Object.entries(urls).flatMap(([setting, url]) => (url === undefined ? [] : [{ method, setting, url }]));
  return [
    ...of('moncash', {
      MONCASH_API_URL: moncash.settings?.apiUrl,
      MONCASH_GATEWAY_URL: moncash.settings?.gatewayUrl,
    }),
    ...of('natcash', { NATCASH_API_URL: natcash.settings?.apiUrl }),
    ...of('lakaypay_card', {
      LAKAYPAY_CARD_PAGE_URL: lakaypay_card.settings?.pageUrl,
      LAKAYPAY_CARD_API_URL: lakaypay_card.settings?.apiUrl,
    }),
    ...of('card', { STRIPE_API_URL: card.settings?.apiUrl, STRIPE_JS_URL: card.settings?.scriptUrl }),
  ];
}

/** A method whose live payments are made on its provider's test account: customers pay nothing, and merchants deliver. */
export interface TestAccount {
  readonly method: PaymentMethod;
  /** Which setting says so, and what it says, for people. */
  readonly reason: string;
}

/** The methods of live mode that are on a test account of their provider, one entry each. */
export function testAccounts(live: LiveSettings): TestAccount[] {
  const found = new Map<PaymentMethod, TestAccount>();
  for (const { method, setting, url } of liveAddresses(live)) {
    const { host } = new URL(url);
    if (!TEST_HOSTS.includes(host) || found.has(method)) continue;
    const environment = setting.replace(/_(?:API|PAGE|GATEWAY)_URL$/, '_ENVIRONMENT');
    found.set(method, { method, reason: `${environment} or ${setting} leads to ${host}` });
  }
  if (live.card.settings?.isLivemode === false) {
    found.set('card', { method: 'card', reason: "STRIPE_SECRET_KEY is a key of Stripe's test mode" });
  }
  return [...found.values()];
}
