import { type Mode, PAYMENT_METHODS, type PaymentMethod } from '../core/payment.ts';
import { LIVE_METHODS, type LiveMethod, type LiveSettings } from './live-settings.ts';
import type { Provider } from './provider.ts';
import type { ProviderDeps } from './provider-deps.ts';

/** The provider of a method in a mode; undefined when none is set up for it. */
export type ProviderRegistry = (mode: Mode, method: PaymentMethod) => Provider | undefined;

export type LiveProviders = Partial<Record<PaymentMethod, Provider>>;

/** The sandbox serves all test payments, whatever the method. Live payments need a provider with credentials. */
export function providerRegistry(sandbox: Provider, live: LiveProviders): ProviderRegistry {
  return (mode, method) => (mode === 'test' ? sandbox : live[method]);
}

/** The providers that have all their credentials. Only they are loaded. */
export async function liveProviders(live: LiveSettings, deps: ProviderDeps): Promise<LiveProviders> {
  const connected: LiveProviders = {};
  for (const method of PAYMENT_METHODS) {
    const { settings } = live[method];
    const definition: LiveMethod<unknown> = LIVE_METHODS[method];
    if (settings !== null) connected[method] = await definition.connect(settings, deps);
  }
  return connected;
}
