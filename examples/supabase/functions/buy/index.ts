// Starts a payment for the app, which then opens `payment_url`. The function `webhooks` gets the result.
const PRICE = 500;
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
};

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors });
  // Your app stores the order here. The price is set here too, since anyone can change what the app sends.
  const order = `order-${crypto.randomUUID()}`;
  try {
    const created = await fetch(`${Deno.env.get('PEYE_URL')}/api/gateway/v1/payments`, {
      method: 'POST',
      headers: { 'x-api-key': Deno.env.get('PEYE_KEY') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({
        amount: PRICE,
        currency: 'HTG',
        payment_method: 'moncash',
        customer_name: 'Marie Joseph',
        reference: order,
      }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!created.ok) throw new Error(`status ${created.status}, request ${created.headers.get('x-request-id')}`);
    const { transaction_id, payment_url } = await created.json();
    return Response.json({ order, transaction_id, payment_url }, { status: 201, headers: cors });
  } catch (failure) {
    // After a lost response a payment may exist, but the customer does not get its page, so it expires unpaid.
    console.error(failure);
    return Response.json({ error: 'try_again' }, { status: 502, headers: cors });
  }
});
