import { amounts, Peye, TransactionNotFoundError, type WebhookEvent } from '@peye/sdk';
import { nextWebhook } from '@peye/sdk/next';

/** The callback URL of the website: https://shop.example/webhooks */
export function POST(request: Request): Promise<Response> {
  // Created in the request, since a build has no secret. Webhooks of the other mode are refused: the event of a test payment must not pay a live order.
  const mode = process.env.PEYE_KEY?.startsWith('tk_live_') ? 'live' : 'test';
  return nextWebhook({ secret: process.env.PEYE_WEBHOOK_SECRET, mode, onEvent })(request);
}

/** In your shop this marks the order that has this transaction_id as paid, once: the same event may come twice. */
async function onEvent({ event, data }: WebhookEvent): Promise<void> {
  const isPaid = event === 'payment.success' && data.currency === 'HTG' && amounts.equal(data.amount, '500.00');
  if (!isPaid) return console.log(`${data.reference}: ${event}`);
  // This shop stores no orders, so it reads the payment back with its own key. A reference alone proves nothing.
  const peye = new Peye({
    apiKey: process.env.PEYE_KEY,
    baseUrl: process.env.PEYE_URL ?? 'http://127.0.0.1:8080',
    timeoutMs: 8_000,
  });
  try {
    const { status, reference } = await peye.payments.retrieve(data.transaction_id);
    console.log(`${reference}: ${status === 'completed' ? 'paid' : status}`);
  } catch (error) {
    if (!(error instanceof TransactionNotFoundError)) throw error;
    console.log(`${data.transaction_id}: not ours`);
  }
}
