import type { HttpAnswer } from '../../lib/http.ts';
import { parseObject } from '../../lib/json-object.ts';
import { ProviderRefused, ProviderSilent } from '../provider.ts';
import { errorText } from './error-text.ts';
import { jwtClaims } from './jwt-claims.ts';
import { paymentIdOf } from './order-id.ts';

/** What a payment token lives by all that is known, should it not say so itself. */
export const TOKEN_LIFE_SECONDS = 600;
/** A life beyond this is a mistake. */
const LONGEST_LIFE_MS = 86_400_000;
/** Too many requests, or one that took too long: about the payment they say nothing. */
const PASSING = [408, 425, 429];

export interface PaymentToken {
  readonly token: string;
  readonly lifeMs: number;
}

/**
 * Reads the answer to CreatePayment. Throws ProviderRefused when MonCash will not have the payment, and ProviderSilent for
 * anything that makes no sense.
 */
export function readPaymentToken({ status, text }: HttpAnswer, paymentId: number): PaymentToken {
  const answer = parseObject(text);
  const refusal = answer && status >= 400 && status < 500 && !PASSING.includes(status) ? errorText(answer) : undefined;
  if (refusal !== undefined) {
    throw new ProviderRefused(
      'MonCash refused this payment.',
      'declined',
      `moncash CreatePayment: ${status} ${refusal}`,
    );
  }
  const paymentToken = answer?.payment_token as { token?: unknown; created?: unknown; expired?: unknown } | undefined;
  const token = paymentToken?.token;
  if (status < 200 || status > 299 || typeof token !== 'string' || token === '') {
    throw new ProviderSilent(`moncash CreatePayment: no payment token in the answer (${status})`);
  }
  const claims = jwtClaims(token);
  // The customer would pay for something else.
  if (claims?.ref !== undefined && paymentIdOf(claims.ref) !== paymentId) {
    throw new ProviderSilent('moncash CreatePayment: the payment token is of another order');
  }
  const lifeMs =
    plausible(Number(claims?.ext) - Number(claims?.crt)) ??
    plausible(localTimeMs(paymentToken?.expired) - localTimeMs(paymentToken?.created)) ??
    TOKEN_LIFE_SECONDS * 1000;
  return { token, lifeMs };
}

function plausible(lifeMs: number): number | undefined {
  return lifeMs > 0 && lifeMs <= LONGEST_LIFE_MS ? Math.floor(lifeMs) : undefined;
}

/**
 * A time as MonCash writes it, `2019-05-24 12:36:55:107`: with a colon before the milliseconds, of a clock and a zone that are not
 * ours. So only differences mean anything. NaN for anything else.
 */
function localTimeMs(text: unknown): number {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)[:.](\d{3})$/.exec(String(text));
  return match ? Date.parse(`${match[1]}T${match[2]}.${match[3]}Z`) : Number.NaN;
}
