import { PAYMENT_METHODS, type PaymentMethod } from '../core/payment.ts';
import type { SettingsReader } from '../platform/settings-reader.ts';
import { CARD } from './card/settings.ts';
import { LAKAYPAY_CARD } from './lakaypay_card/settings.ts';
import type { MethodDefinition } from './method-settings.ts';
import { MONCASH, MONCASH_TRANSFER_CREDENTIALS } from './moncash/settings.ts';
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

/** The settings of live mode, one entry for each method. */
export type LiveSettings = {
  readonly [M in PaymentMethod]: ReturnType<(typeof LIVE_METHODS)[M]['read']>;
};

/** Settings whose value is never shown. */
export const CREDENTIALS: readonly string[] = [
  ...PAYMENT_METHODS.flatMap((method): readonly string[] => LIVE_METHODS[method].credentials),
  ...MONCASH_TRANSFER_CREDENTIALS,
];

export function readLiveSettings(reader: SettingsReader): LiveSettings {
  const read = PAYMENT_METHODS.map((method) => [method, LIVE_METHODS[method].read(reader)]);
  return Object.fromEntries(read) as LiveSettings;
}
