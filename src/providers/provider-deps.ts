import type { Clock } from '../lib/clock.ts';
import type { Http } from '../lib/http.ts';
import type { SecretBox } from '../lib/secrets.ts';
import type { Telemetry } from '../lib/telemetry.ts';

/** What every live provider needs besides its settings. */
export interface ProviderDeps {
  readonly clock: Clock;
  /** Whether the time is certain; it always is when this is left out. While it is not, nothing is given up for its sake. */
  readonly isCertain?: () => boolean;
  readonly http: Http;
  readonly telemetry: Pick<Telemetry, 'providerCall'>;
  readonly box: SecretBox;
  /** The gateway's public URL, without a trailing slash. */
  readonly publicUrl: string;
}
