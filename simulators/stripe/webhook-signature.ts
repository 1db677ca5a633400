import { createHmac } from 'node:crypto';

/** The header `Stripe-Signature` of a body: seconds, and the HMAC of seconds, a dot and the body under the whole secret. */
export function webhookSignature(secret: string, timestamp: number, body: string): string {
  const v1 = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${v1}`;
}
