import type { Provider } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import type { LakaypayCardSettings } from './lakaypay-card-settings.ts';

export function lakaypayCardProvider(_settings: LakaypayCardSettings, _deps: ProviderDeps): Provider {
  throw new Error('not built yet');
}
