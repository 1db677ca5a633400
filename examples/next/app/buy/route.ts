import { LostResponseError, Peye } from '@peye/sdk';

/** Receives the form of the shop's page, and redirects the customer to the payment. */
export async function POST(): Promise<Response> {
  // Created in each request, since a build has no key.
  // A customer waits: 8 s for the gateway, and 10 s to look for a payment whose response was lost.
  const peye = new Peye({
    apiKey: process.env.PEYE_KEY,
    baseUrl: process.env.PEYE_URL ?? 'http://127.0.0.1:8080',
    timeoutMs: 8_000,
    lookupWaitMs: 10_000,
  });
  // Your shop stores the order here, and later the payment's transaction_id, before the customer leaves.
  const reference = `order-${crypto.randomUUID()}`;
  try {
    const { payment_url } = await peye.payments.create({
      amount: '500.00',
      currency: 'HTG',
      payment_method: 'moncash',
      customer_name: 'Marie Joseph',
      reference,
    });
    return new Response(null, { status: 303, headers: { location: payment_url } });
  } catch (error) {
    if (!(error instanceof LostResponseError)) throw error;
    // The payment may have been created all the same: then its webhook names this order.
    return new Response('Eseye ankò.', { status: 503 });
  }
}
