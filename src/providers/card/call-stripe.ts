import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';
import { ProgramIncomplete } from '../../platform/files/missing-files.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CallRefusal, ProviderCallStart } from '../../platform/log/telemetry.ts';
import type { Http, HttpRequest, HttpResponse } from '../../platform/network/http.ts';
import { ProviderUnavailable } from '../provider.ts';
import { logRejected } from '../provider-call.ts';
import type { ProviderTelemetry } from '../provider-deps.ts';
import { reportExchange } from '../report-exchange.ts';
import { STORED_EXCHANGE } from './stored-exchange.ts';

/**
 * Stripe understood the request and refused it. Callers that do not handle this error treat it as ProviderUnavailable,
 * because it says nothing about the payment's outcome. Contains none of Stripe's own sentences, which may quote the
 * request.
 */
export class StripeRefusal extends ProviderUnavailable {
  readonly code: string | undefined;
  readonly declineCode: string | undefined;

  constructor(message: string, { code, declineCode }: { code?: string | undefined; declineCode?: string | undefined }) {
    super(message);
    this.code = code;
    this.declineCode = declineCode;
  }
}

type StripeCall = Omit<ProviderCallStart, 'provider'>;

/**
 * Makes one call with Stripe's library and reports it to telemetry. Throws StripeRefusal when the request itself is refused, and
 * ProviderUnavailable for every failure that says nothing about the request: no response, an error of Stripe's, wrong credentials.
 */
export type CallStripe = <T>(log: Log, call: StripeCall, ask: (stripe: Stripe) => Promise<T>) => Promise<T>;

/** The library sends its requests through `calls`, which also reports them to the payment's history. */
export function stripeCaller(
  stripe: Stripe,
  telemetry: ProviderTelemetry,
  calls: Pick<SeenCalls, 'during'>,
): CallStripe {
  return async (log, about, ask) => {
    const call = { provider: 'stripe', ...about };
    const startedMs = performance.now();
    const report = telemetry.providerCall(call, log);
    const seen: SeenCall = {};
    const end = (statusCode: number | null, error: string | null, refusal?: CallRefusal) => {
      const ms = performance.now() - startedMs;
      report({ statusCode, error, refusal, ms });
      if (refusal === 'credentials') logRejected(log, call, ['STRIPE_SECRET_KEY']);
      const { request, response } = seen;
      reportExchange({ telemetry, log }, call, STORED_EXCHANGE, { request, response, error, ms });
    };
    try {
      const response = await calls.during(seen, () => ask(stripe));
      end(200, null);
      return response;
    } catch (error) {
      const ours = (error as { detail?: unknown }).detail;
      // Stripe's library takes any error of its client for a broken connection.
      if (ours instanceof ProgramIncomplete) throw ours;
      const words = describe(error);
      const isRejected = aboutTheKey(error) !== undefined;
      end(statusOf(error) ?? seen.response?.status ?? null, words, isRejected ? 'credentials' : undefined);
      const message = `stripe ${call.operation}: ${words}`;
      if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError) {
        throw new StripeRefusal(message, { code: error.code, declineCode: error.decline_code });
      }
      // Stripe's error is not passed on as the cause, because that would copy Stripe's own sentences to the log.
      const why = isRejected
        ? 'credentials'
        : error instanceof Stripe.errors.StripeConnectionError
          ? 'silent'
          : 'unusable';
      if (error instanceof Stripe.errors.StripeError) throw new ProviderUnavailable(message, { why });
      // Any other error while a response is read, for example for valid JSON without sense, also counts as no response.
      throw new ProviderUnavailable(message, { cause: error });
    }
  };
}

function statusOf(error: unknown): number | null {
  return error instanceof Stripe.errors.StripeError ? (error.statusCode ?? null) : null;
}

/** Describes an error by its type, its code and Stripe's request id, or states why there was no response. */
function describe(error: unknown): string {
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const { detail } = error as { detail?: unknown };
    return detail instanceof Error ? detail.message : 'no response';
  }
  if (!(error instanceof Stripe.errors.StripeError)) return 'an invalid response';
  const { rawType, type, code, decline_code: declineCode, param, requestId } = error;
  const words = [
    aboutTheKey(error) ?? rawType ?? type,
    code,
    declineCode,
    param && `(${param})`,
    requestId && `[${requestId}]`,
  ];
  return words.filter(Boolean).join(' ');
}

/**
 * Describes an error of the secret key in words, because Stripe's own type for it (an invalid request) also stands for
 * many other errors.
 */
function aboutTheKey(error: unknown): string | undefined {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'the secret key is refused (401)';
  return error instanceof Stripe.errors.StripePermissionError ? 'the secret key may not do this (403)' : undefined;
}

/** The traffic of one call of Stripe's library. */
interface SeenCall {
  request?: HttpRequest;
  response?: HttpResponse;
}

/** Shows a caller of Stripe's library its requests and responses: the library itself hides both. */
interface SeenCalls {
  /** The HTTP client for Stripe's library. */
  readonly http: Http;
  /** Runs one call, and records its requests and responses in `seen`. */
  readonly during: <T>(seen: SeenCall, call: () => Promise<T>) => Promise<T>;
}

export function seenCalls(http: Http): SeenCalls {
  const current = new AsyncLocalStorage<SeenCall>();
  return {
    async http(request) {
      const seen = current.getStore();
      if (seen) seen.request = request;
      const response = await http(request);
      if (seen) seen.response = response;
      return response;
    },
    during: (seen, call) => current.run(seen, call),
  };
}
