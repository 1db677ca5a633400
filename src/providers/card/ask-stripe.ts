import Stripe from 'stripe';
import type { Log } from '../../lib/log.ts';
import { ProgramIncomplete } from '../../lib/missing-files.ts';
import type { CallRefusal, ProviderCallStart } from '../../lib/telemetry.ts';
import { ProviderUnavailable } from '../provider.ts';
import { logRejected } from '../provider-call.ts';
import type { ProviderTelemetry } from '../provider-deps.ts';
import { tellExchange } from '../tell-exchange.ts';
import { KEPT_EXCHANGE } from './kept-exchange.ts';
import type { SeenCall, SeenCalls } from './seen-calls.ts';

/**
 * Stripe understood, and will not do it. To whoever does not look closer it counts as unavailable, because it says nothing
 * about what the payment has come to. Holds none of Stripe's own sentences, which may quote what was sent.
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
 * Makes one call with Stripe's library and tells telemetry of it. Throws StripeRefusal when the request itself is refused,
 * and ProviderUnavailable for everything that says nothing about it: no response, an error of Stripe's, wrong credentials.
 */
export type AskStripe = <T>(log: Log, call: StripeCall, ask: (stripe: Stripe) => Promise<T>) => Promise<T>;

/** By `calls`, through which the library speaks, the history of the payment is told as well. */
export function askStripe(stripe: Stripe, telemetry: ProviderTelemetry, calls: Pick<SeenCalls, 'during'>): AskStripe {
  return async (log, about, ask) => {
    const call = { provider: 'stripe', ...about };
    const startedMs = performance.now();
    const tell = telemetry.providerCall(call, log);
    const seen: SeenCall = {};
    const end = (statusCode: number | null, error: string | null, refusal?: CallRefusal) => {
      const ms = performance.now() - startedMs;
      tell({ statusCode, error, refusal, ms });
      if (refusal === 'credentials') logRejected(log, call, ['STRIPE_SECRET_KEY']);
      const { request, response } = seen;
      tellExchange({ telemetry, log }, call, KEPT_EXCHANGE, { request, response, error, ms });
    };
    try {
      const response = await calls.during(seen, () => ask(stripe));
      end(200, null);
      return response;
    } catch (error) {
      const ours = (error as { detail?: unknown }).detail;
      // Stripe's library takes whatever its client throws for a broken connection.
      if (ours instanceof ProgramIncomplete) throw ours;
      const words = describe(error);
      const isRejected = aboutTheKey(error) !== undefined;
      end(statusOf(error) ?? seen.response?.status ?? null, words, isRejected ? 'credentials' : undefined);
      const message = `stripe ${call.operation}: ${words}`;
      if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError) {
        throw new StripeRefusal(message, { code: error.code, declineCode: error.decline_code });
      }
      // As a cause it would bring Stripe's own sentences to the log.
      const why = isRejected
        ? 'credentials'
        : error instanceof Stripe.errors.StripeConnectionError
          ? 'silent'
          : 'unusable';
      if (error instanceof Stripe.errors.StripeError) throw new ProviderUnavailable(message, { why });
      // Whatever else is thrown while a response is read, a body that is JSON but nonsense for example, is no response either.
      throw new ProviderUnavailable(message, { cause: error });
    }
  };
}

function statusOf(error: unknown): number | null {
  return error instanceof Stripe.errors.StripeError ? (error.statusCode ?? null) : null;
}

/** Type, code and the number under which Stripe finds the request, or why there was no response. */
function describe(error: unknown): string {
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const { detail } = error as { detail?: unknown };
    return detail instanceof Error ? detail.message : 'no answer';
  }
  if (!(error instanceof Stripe.errors.StripeError)) return 'an answer that makes no sense';
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

/** What is the set-up's fault in words: Stripe calls a wrong key an invalid request, as it does much else. */
function aboutTheKey(error: unknown): string | undefined {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'the secret key is refused (401)';
  return error instanceof Stripe.errors.StripePermissionError ? 'the secret key may not do this (403)' : undefined;
}
