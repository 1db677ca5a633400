import { createHmac } from 'node:crypto';
import type { FinalStatus, Mode } from '../../core/payment.ts';
import { paymentJson, type ShownPayment } from '../../core/payment-json.ts';
import { eventKind } from './event.ts';

export const SIGNATURE_HEADER = 'X-Gateway-Signature';

/** `X-Gateway-Signature`: lowercase hex of HMAC-SHA256 over the raw body, keyed with the whole secret. Contract: WEBHOOK-6. */
export function signWebhook(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** The data for a webhook's headers. */
interface WebhookFacts {
  readonly event: string;
  /** Whether the payment is live or test. */
  readonly mode: Mode;
  /** Unix seconds, the body's `timestamp`. */
  readonly timestampS: number;
}

/** The headers of a webhook that is signed with a secret. */
export function webhookHeaders(
  { body, ...headers }: WebhookFacts & { readonly body: string },
  secret: string,
): Record<string, string> {
  return deliveryHeaders(headers, signWebhook(body, secret));
}

/**
 * The headers of a webhook with this signature, which covers only the body. They are sent in this spelling: header
 * names are case-insensitive, but receivers that look them up as text find them only as the contract spells them.
 * Contract: WEBHOOK-9, WEBHOOK-23.
 */
export function deliveryHeaders({ event, mode, timestampS }: WebhookFacts, signature: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Peye-Webhooks/1',
    'X-Gateway-Event': event,
    'X-Gateway-Mode': mode,
    'X-Gateway-Timestamp': String(timestampS),
    [SIGNATURE_HEADER]: signature,
  };
}

/**
 * The body of a final payment's webhook. It is built once, when the payment becomes final, and stored: every attempt sends
 * these bytes. Contract: WEBHOOK-2, WEBHOOK-14.
 */
export function webhookBody(payment: ShownPayment): string {
  const timestampS = unixSeconds(payment.finishedAtUs ?? 0);
  return `{"event":"${eventKind(payment.status as FinalStatus)}","timestamp":${timestampS},"data":${paymentJson(payment)}}`;
}

/** The whole second that contains a moment. */
export function unixSeconds(us: number): number {
  return Math.floor(us / 1_000_000);
}
