import type { ExchangeEntry } from '../domain/payment-history.ts';
import type { Clock } from '../lib/clock.ts';
import type { Http } from '../lib/http.ts';
import type { SecretBox } from '../lib/secrets.ts';
import type { Telemetry } from '../lib/telemetry.ts';

/** What is told of calls to providers. */
export interface ProviderTelemetry extends Pick<Telemetry, 'providerCall'> {
  /** Is given what a provider was asked about a payment, and its answer: of both what may be kept, and no more. */
  readonly exchange?: ((asked: Pick<ExchangeEntry, 'paymentId' | 'kind' | 'exchange'>) => void) | undefined;
}

/** What every live provider needs besides its settings. */
export interface ProviderDeps {
  readonly clock: Clock;
  /** Whether the time is certain; it always is when this is left out. While it is not, nothing is given up for its sake. */
  readonly isCertain?: () => boolean;
  readonly http: Http;
  readonly telemetry: ProviderTelemetry;
  readonly box: SecretBox;
  /** The gateway's public URL, without a trailing slash. */
  readonly publicUrl: string;
}
