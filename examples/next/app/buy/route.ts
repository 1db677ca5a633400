import { LostResponseError, Peye } from '@peye/sdk';

/** Where the form of the shop's page posts to: leads the customer to the payment. */
export async function POST(): Promise<Response> {
  // Made with the first request: a build has no key.
  // A customer waits: 8 s for the gateway, and 10 s to look for a payment whose response was lost.
  const peye = new Peye({
    apiKey: process.env.PEYE_KEY,
    baseUrl: process.env.PEYE_URL ?? 'http://127.0.0.1:8080',
    timeoutMs: 8_000,
    lookupWaitMs: 10_000,
  });
  // In your shop the order is stored here, and its payment's transaction_id with it before the customer leaves.
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
    // If the payment was created all the same, its webhook names this order.
    return new Response('Eseye ankò.', { status: 503 });
  }
}
