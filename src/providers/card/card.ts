import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import type { CardSettings } from './card-settings.ts';

export function cardProvider(_settings: CardSettings, _deps: ProviderDeps): Provider {
  throw new Error('not built yet');
}
