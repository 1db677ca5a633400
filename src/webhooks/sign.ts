import { createHmac } from 'node:crypto';

/** `X-Gateway-Signature`: lowercase hex of HMAC-SHA256 over the raw body, keyed with the whole secret. SPEC: Webhook delivery. */
export function signWebhook(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** The headers of a webhook, the signature included. `timestampS` is Unix seconds, the body's `timestamp`. */
export function webhookHeaders(
  { event, body, timestampS }: { event: string; body: string; timestampS: number },
  secret: string,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Peye-Webhooks/1',
    'x-gateway-event': event,
    'x-gateway-timestamp': String(timestampS),
    'x-gateway-signature': signWebhook(body, secret),
  };
}
