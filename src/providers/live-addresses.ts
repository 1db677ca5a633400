import { PAYMENT_METHODS, type PaymentMethod } from '../core/payment.ts';
import { LIVE_METHODS, type LiveMethod, type LiveSettings } from './live-settings.ts';

/** The hosts of the providers' test accounts, which hold no real money. */
const TEST_HOSTS = PAYMENT_METHODS.flatMap((method) => LIVE_METHODS[method].testHosts);

/** An address that live payments, or their customers' browsers, connect to. */
export interface LiveAddress {
  readonly method: PaymentMethod;
  readonly setting: string;
  readonly url: string;
}

/** The addresses of the methods that are available in live mode. */
export function liveAddresses(live: LiveSettings): LiveAddress[] {
  return PAYMENT_METHODS.flatMap((method) => {
    const { settings } = live[method];
    const definition: LiveMethod<unknown> = LIVE_METHODS[method];
    const urls = settings === null ? {} : definition.addresses(settings);
    return Object.entries(urls).map(([setting, url]) => ({ method, setting, url }));
  });
}

/**
 * A method whose live payments use its provider's test account. Customers would pay nothing, and merchants would
 * deliver.
 */
export interface TestAccount {
  readonly method: PaymentMethod;
  /** The setting and its value, for people. */
  readonly reason: string;
}

/** The live methods that use a test account of their provider, one entry each. */
export function testAccounts(live: LiveSettings): TestAccount[] {
  const found = new Map<PaymentMethod, TestAccount>();
  for (const { method, setting, url } of liveAddresses(live)) {
    const { host } = new URL(url);
    if (!TEST_HOSTS.includes(host) || found.has(method)) continue;
    const environment = setting.replace(/_(?:API|PAGE|GATEWAY)_URL$/, '_ENVIRONMENT');
    found.set(method, { method, reason: `${environment} or ${setting} leads to ${host}` });
  }
  for (const method of PAYMENT_METHODS) {
    const { settings } = live[method];
    const definition: LiveMethod<unknown> = LIVE_METHODS[method];
    const reason = settings === null ? undefined : definition.testAccount?.(settings);
    if (reason !== undefined) found.set(method, { method, reason });
  }
  return [...found.values()];
}
