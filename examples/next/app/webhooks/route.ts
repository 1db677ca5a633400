import { amounts, type WebhookEvent } from '@peye/sdk';
import { nextWebhook } from '@peye/sdk/next';

/** The callback URL of the website: https://shop.example/webhooks */
export function POST(request: Request): Promise<Response> {
  // Made with the first request: a build has no secret.
  return nextWebhook({ secret: process.env.PEYE_WEBHOOK_SECRET, onEvent })(request);
}

/** In your shop this marks the order as paid, once: the same event may come twice. */
function onEvent({ event, data }: WebhookEvent): void {
  const isPaid = event === 'payment.success' && data.currency === 'HTG' && amounts.equal(data.amount, '500.00');
  console.log(`${data.reference}: ${isPaid ? 'paid' : event}`);
}
