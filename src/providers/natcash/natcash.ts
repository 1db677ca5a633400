import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import type { NatcashSettings } from './natcash-settings.ts';

export function natcashProvider(_settings: NatcashSettings, _deps: ProviderDeps): Provider {
  throw new Error('not built yet');
}
