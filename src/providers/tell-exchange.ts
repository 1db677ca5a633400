import type { HttpRequest, HttpResponse } from '../lib/http.ts';
import type { Log } from '../lib/log.ts';
import type { ProviderCallStart } from '../lib/telemetry.ts';
import { type Keeping, keptBody, keptCall, keptForm } from './kept-fields.ts';
import type { ProviderTelemetry } from './provider-deps.ts';

/** What of a provider's questions and answers may be kept. */
export interface KeptExchange {
  readonly request: Keeping;
  readonly response: Keeping;
}

/** A call that is over. */
interface EndedCall {
  /** Undefined when nothing left the machine. */
  readonly request: HttpRequest | undefined;
  /** Undefined when no whole one came. */
  readonly response: HttpResponse | undefined;
  readonly error: string | null;
  readonly ms: number;
}

/** Gives what a provider was asked about a payment to its history, with what came back. Never throws: nothing depends on it. */
export function tellExchange(
  { telemetry, log }: { telemetry: ProviderTelemetry; log: Log },
  { provider, operation, transactionId: paymentId }: ProviderCallStart,
  kept: KeptExchange,
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
        request: request ? keptRequest(request, { ...kept.request, paymentId }) : '',
        response: response ? keptBody(response.text, { ...kept.response, paymentId }) : null,
        isProven: null,
      },
    });
  } catch (failure) {
    log.error({ err: failure, provider, operation }, 'a call to a provider could not be written down');
  }
}

/** The fields of the query and of the body together: providers use one of them. */
function keptRequest({ method, url, headers, body = '' }: HttpRequest, keeping: Keeping): string {
  const { pathname, searchParams } = new URL(url);
  const isForm = headers['content-type']?.includes('form') ?? headers['Content-Type']?.includes('form') ?? false;
  const fields = [
    keptForm(searchParams, keeping),
    isForm ? keptForm(new URLSearchParams(body), keeping) : keptBody(body, keeping),
  ];
  return keptCall(method, pathname, fields.filter((part) => part !== '').join(' '));
}
