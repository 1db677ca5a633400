import { createHmac } from 'node:crypto';

/** `X-Gateway-Signature`: lowercase hex of HMAC-SHA256 over the raw body, keyed with the whole secret. Contract: WEBHOOK-6. */
export function signWebhook(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** The headers of a webhook that is signed with a secret. */
export function webhookHeaders(
  { event, body, timestampS }: { event: string; body: string; timestampS: number },
  secret: string,
): Record<string, string> {
  return deliveryHeaders({ event, timestampS }, signWebhook(body, secret));
}

/**
 * The headers of a webhook with this signature. `timestampS` is Unix seconds, the body's `timestamp`. They leave in
 * this spelling: header names are case-insensitive, but receivers that look them up as text find them only as the contract
 * spells them.
 */
export function deliveryHeaders(
  { event, timestampS }: { event: string; timestampS: number },
  signature: string,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Peye-Webhooks/1',
    'X-Gateway-Event': event,
    'X-Gateway-Timestamp': String(timestampS),
    'X-Gateway-Signature': signature,
  };
}
