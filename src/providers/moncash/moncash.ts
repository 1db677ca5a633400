import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import type { MoncashSettings } from './moncash-settings.ts';

export function moncashProvider(_settings: MoncashSettings, _deps: ProviderDeps): Provider {
  throw new Error('not built yet');
}
