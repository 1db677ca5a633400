import type { Mode, PaymentMethod } from '../domain/payment.ts';
import type { LiveSettings } from './live-settings.ts';
import type { Provider } from './provider.ts';
import type { ProviderDeps } from './provider-deps.ts';

/** Which provider serves a method in a mode; undefined when none is set up for it. */
export type ProviderRegistry = (mode: Mode, method: PaymentMethod) => Provider | undefined;

export type LiveProviders = Partial<Record<PaymentMethod, Provider>>;

/** Test payments are the sandbox's, whatever the method. Live payments need a provider with credentials. */
export function providerRegistry(sandbox: Provider, live: LiveProviders): ProviderRegistry {
  return (mode, method) => (mode === 'test' ? sandbox : live[method]);
}

/** The providers that have all their credentials. Only they are loaded: a gateway of the sandbox alone stays small. */
export async function liveProviders(settings: LiveSettings, deps: ProviderDeps): Promise<LiveProviders> {
  const { moncash, natcash, lakaypay_card, card } = settings;
  return {
    ...(moncash.settings && {
      moncash: (await import('./moncash/provider.ts')).moncashProvider(moncash.settings, deps),
    }),
    ...(natcash.settings && {
      natcash: (await import('./natcash/provider.ts')).natcashProvider(natcash.settings, deps),
    }),
    ...(lakaypay_card.settings && {
      lakaypay_card: (await import('./lakaypay_card/provider.ts')).lakaypayCardProvider(lakaypay_card.settings, deps),
    }),
    ...(card.settings && { card: (await import('./card/provider.ts')).cardProvider(card.settings, deps) }),
  };
}
