import type { Payment } from '../../core/payment.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import { parseObject } from '../../platform/text/json-object.ts';

/** The transaction ids of this gateway: 15 or 16 digits. */
const ORDER_ID = /^[1-9]\d{14,15}$/;

const LONGEST = 8_192;

/** MonCash's page for one payment. Its address contains a token, with which anyone can pay. */
export interface HostedPage {
  readonly url: string;
  /** Until when MonCash accepts the payment there, microseconds since 1970 on our clock. */
  readonly untilUs: number;
}

/** The data stored with a payment: the sealed address of its customer's page. */
export function writeHostedPage(box: SecretBox, paymentId: number, { url, untilUs }: HostedPage): string {
  return JSON.stringify({ page: box.seal('provider-page', url, String(paymentId)), pageUntilUs: untilUs });
}

/** Undefined before MonCash has responded, and for a text that was not sealed here. */
export function readHostedPage(box: SecretBox, payment: Pick<Payment, 'id' | 'providerData'>): HostedPage | undefined {
  const { page, pageUntilUs } = parseObject(payment.providerData ?? '') ?? {};
  if (typeof page !== 'string' || typeof pageUntilUs !== 'number') return undefined;
  try {
    return { url: box.open('provider-page', page, String(payment.id)), untilUs: pageUntilUs };
  } catch {
    // Sealed with a key that is no longer set: the page expired long ago.
    return undefined;
  }
}

/**
 * The claims of a JSON web token; undefined when it is not one. Its signature is not checked: MonCash publishes no key.
 */
export function jwtClaims(token: string): Readonly<Record<string, unknown>> | undefined {
  const [, payload, signature, ...rest] = token.split('.', 4);
  if (token.length > LONGEST || !payload || signature === undefined || rest.length > 0) return undefined;
  return parseObject(Buffer.from(payload, 'base64url').toString('utf8'));
}

/** MonCash's order id of a payment. MonCash requires a new one for each attempt, and a payment is one attempt. */
export function orderIdOf(paymentId: number): string {
  return String(paymentId);
}

/**
 * The payment of a MonCash order id; undefined when it is none of this gateway's, such as one of another shop that
 * shares the merchant account.
 */
export function paymentIdOf(orderId: unknown): number | undefined {
  const text = typeof orderId === 'number' ? String(orderId) : orderId;
  if (typeof text !== 'string' || !ORDER_ID.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
