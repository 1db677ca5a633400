import type { ExchangeEntry } from '../core/payment-history.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Telemetry } from '../platform/log/telemetry.ts';
import type { Http } from '../platform/network/http.ts';
import type { SecretBox } from '../platform/secrets/secrets.ts';

/** Receives reports about calls to providers. */
export interface ProviderTelemetry extends Pick<Telemetry, 'providerCall'> {
  /** Receives the request and the response of a call about a payment: only the fields that may be stored. */
  readonly exchange?: ((asked: Pick<ExchangeEntry, 'paymentId' | 'kind' | 'exchange'>) => void) | undefined;
}

/** The dependencies of every live provider besides its settings. */
export interface ProviderDeps {
  readonly clock: Clock;
  /** Whether the time is trusted. Defaults to yes. While it is not, no payment fails because of the time. */
  readonly isCertain?: () => boolean;
  readonly http: Http;
  readonly telemetry: ProviderTelemetry;
  readonly box: SecretBox;
  /** The gateway's public URL, without a trailing slash. */
  readonly publicUrl: string;
}
