import type { Mode, PaymentMethod } from '../domain/payment.ts';
import type { Provider } from './provider.ts';

/** Which provider serves a method in a mode; undefined when none is set up for it. */
export type ProviderRegistry = (mode: Mode, method: PaymentMethod) => Provider | undefined;

/** Test payments are the sandbox's, whatever the method. Live payments need a provider with credentials. */
export function providerRegistry(sandbox: Provider): ProviderRegistry {
  return (mode) => (mode === 'test' ? sandbox : undefined);
}
