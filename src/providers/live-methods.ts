import type { PaymentMethod } from '../core/payment.ts';
import { CARD } from './card/settings.ts';
import { LAKAYPAY_CARD } from './lakaypay_card/settings.ts';
import type { MethodDefinition } from './method-settings.ts';
import { MONCASH } from './moncash/settings.ts';
import { NATCASH } from './natcash/settings.ts';
import type { Provider } from './provider.ts';
import type { ProviderDeps } from './provider-deps.ts';

/** A method of live mode: its settings, and its provider. */
export interface LiveMethod<T> extends MethodDefinition<T> {
  /** Loads the provider only now, so that a gateway with only the sandbox stays small. */
  connect(settings: T, deps: ProviderDeps): Promise<Provider>;
}

/** The methods of live mode, one line each. */
export const LIVE_METHODS = {
  moncash: method(MONCASH, async () => (await import('./moncash/provider.ts')).moncashProvider),
  natcash: method(NATCASH, async () => (await import('./natcash/provider.ts')).natcashProvider),
  lakaypay_card: method(LAKAYPAY_CARD, async () => (await import('./lakaypay_card/provider.ts')).lakaypayCardProvider),
  card: method(CARD, async () => (await import('./card/provider.ts')).cardProvider),
} satisfies Record<PaymentMethod, LiveMethod<unknown>>;

function method<T>(
  definition: MethodDefinition<T>,
  load: () => Promise<(settings: T, deps: ProviderDeps) => Provider>,
): LiveMethod<T> {
  return { ...definition, connect: async (settings, deps) => (await load())(settings, deps) };
}
