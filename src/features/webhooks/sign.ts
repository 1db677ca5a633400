import { createHmac } from 'node:crypto';
import type { Mode } from '../../core/payment.ts';

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
