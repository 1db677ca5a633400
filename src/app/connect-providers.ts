import type { Config } from '../config.ts';
import { logTelemetry } from '../platform/log/log-telemetry.ts';
import { httpClient } from '../platform/network/http.ts';
import type { ProviderTelemetry } from '../providers/provider-deps.ts';
import { liveProviders, type ProviderRegistry, providerRegistry } from '../providers/registry.ts';
import { sandboxProvider } from '../providers/sandbox/provider.ts';
import type { Store } from './open-store.ts';

/** The providers of both modes, as the settings name them. They hold connections until they are closed. */
export async function connectProviders(
  config: Config,
  { box, clock, isCertain }: Pick<Store, 'box' | 'clock' | 'isCertain'>,
  telemetry: ProviderTelemetry = logTelemetry,
): Promise<{
  readonly providerFor: ProviderRegistry;
  /** Loads what calls to live providers need, if there are any. Throws ProgramIncomplete. */
  load(): Promise<void>;
  close(): Promise<void>;
}> {
  const { http, load, close } = httpClient();
  const { publicUrl } = config;
  const sandbox = sandboxProvider(
    { autoCompleteSeconds: config.sandboxAutoCompleteSeconds, expirySeconds: config.sandboxExpirySeconds },
    { box, clock, publicUrl },
  );
  const live = await liveProviders(config.live, { clock, isCertain, http, telemetry, box, publicUrl });
  const hasLive = Object.keys(live).length > 0;
  return { providerFor: providerRegistry(sandbox, live), load: async () => (hasLive ? load() : undefined), close };
}
