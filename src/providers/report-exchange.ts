import type { Log } from '../platform/log/log.ts';
import type { ProviderCallStart } from '../platform/log/telemetry.ts';
import type { HttpRequest, HttpResponse } from '../platform/network/http.ts';
import type { ProviderTelemetry } from './provider-deps.ts';
import { type FieldRules, storedBody, storedCall, storedForm } from './stored-fields.ts';

/** The fields of a provider's requests and responses that may be stored. */
export interface StoredExchange {
  readonly request: FieldRules;
  readonly response: FieldRules;
}

/** A finished call. */
interface EndedCall {
  /** Undefined when no request was sent. */
  readonly request: HttpRequest | undefined;
  /** Undefined when no complete response came. */
  readonly response: HttpResponse | undefined;
  readonly error: string | null;
  readonly ms: number;
}

/**
 * Adds a call about a payment, with its response, to the payment's history. Never throws, because nothing depends on
 * the history.
 */
export function reportExchange(
  { telemetry, log }: { telemetry: ProviderTelemetry; log: Log },
  { provider, operation, transactionId: paymentId }: ProviderCallStart,
  kept: StoredExchange,
  { request, response, error, ms }: EndedCall,
): void {
  if (!telemetry.exchange || paymentId === undefined) return;
  try {
    telemetry.exchange({
      kind: 'asked',
      paymentId,
      exchange: {
        provider,
        operation,
        status: response?.status ?? null,
        error,
        ms: Math.round(ms),
        request: request ? storedRequest(request, { ...kept.request, paymentId }) : '',
        response: response ? storedBody(response.text, { ...kept.response, paymentId }) : null,
        isProven: null,
      },
    });
  } catch (failure) {
    log.error({ err: failure, provider, operation }, 'a call to a provider could not be recorded');
  }
}

/** The fields of the query and of the body together: providers use one of them. */
function storedRequest({ method, url, headers, body = '' }: HttpRequest, keeping: FieldRules): string {
  const { pathname, searchParams } = new URL(url);
  const isForm = headers['content-type']?.includes('form') ?? headers['Content-Type']?.includes('form') ?? false;
  const fields = [
    storedForm(searchParams, keeping),
    isForm ? storedForm(new URLSearchParams(body), keeping) : storedBody(body, keeping),
  ];
  return storedCall(method, pathname, fields.filter((part) => part !== '').join(' '));
}
