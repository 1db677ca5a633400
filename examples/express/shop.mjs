// A shop of one product in Express, with the SDK: README.md shows how to try it.
import { randomUUID } from 'node:crypto';
import { amounts, LostResponseError, Peye, TransactionNotFoundError } from '@peye/sdk';
import { expressWebhook } from '@peye/sdk/express';
import express from 'express';

const PRICE = '500.00';
// A customer waits for these calls: 8 s for the gateway, and 10 s to look for a payment whose response was lost.
const peye = new Peye({
  apiKey: process.env.PEYE_KEY,
  baseUrl: process.env.PEYE_URL,
  timeoutMs: 8_000,
  lookupWaitMs: 10_000,
});
/** Webhooks of the other mode are refused: the event of a test payment must not pay a live order. */
const mode = process.env.PEYE_KEY?.startsWith('tk_live_') ? 'live' : 'test';
/** In your shop a table of a database: these orders are lost when the process ends. */
const orders = new Map();
const app = express();

app.get('/', (_request, response) => {
  response.send(`<h1>Kafe</h1><form method="post" action="/buy"><button>Achte pou ${PRICE} goud</button></form>`);
});

app.post('/buy', async (_request, response) => {
  const order = { id: `order-${randomUUID()}`, transactionId: null, isPaid: false };
  orders.set(order.id, order);
  try {
    const payment = await peye.payments.create({
      amount: PRICE,
      currency: 'HTG',
      payment_method: 'moncash',
      customer_name: 'Marie Joseph',
      reference: order.id,
    });
    // The id is stored before the customer leaves, so that the order can always find its payment.
    order.transactionId = payment.transaction_id;
    response.redirect(303, payment.payment_url);
  } catch (error) {
    if (!(error instanceof LostResponseError)) throw error;
    // The payment may exist, but its address is lost. The customer starts another order. If this payment is paid, so is this order.
    order.transactionId = error.found?.[0]?.transaction_id ?? null;
    response.status(503).send('<p>Eseye ankò.</p><a href="/">Kafe</a>');
  }
});

// This handler reads the raw body, so there must be no express.json() before it.
const secret = process.env.PEYE_WEBHOOK_SECRET;
app.post('/webhooks', expressWebhook({ secret, mode, onEvent: ({ event, data }) => event !== 'test' && takeIn(data) }));

// The return URL of the website. The gateway adds the reference, which is the order's number.
app.get('/thanks', ({ query }, response) => response.redirect(303, `/orders/${encodeURIComponent(query.reference)}`));

app.get('/orders/:id', async (request, response) => {
  const order = orders.get(request.params.id);
  if (!order) return response.status(404).send('?');
  // The customer can return before the webhook arrives.
  if (!order.isPaid && order.transactionId) settle(await peye.payments.retrieve(order.transactionId));
  response.send(order.isPaid ? 'Peye' : 'Poko peye');
});

/** Handles a payment from a webhook. If its order has no transaction id, since the response was lost, our own key reads the payment. */
async function takeIn(payment) {
  const order = orders.get(payment.reference);
  if (!order) return;
  if (order.transactionId === payment.transaction_id) return settle(payment);
  try {
    settle(await peye.payments.retrieve(payment.transaction_id));
  } catch (error) {
    // The payment belongs to another website, or to the other mode: no order here was paid.
    if (!(error instanceof TransactionNotFoundError)) throw error;
  }
}

/** Marks an order as paid, if its payment is completed with the right amount. May be called again with the same payment. */
function settle({ reference, transaction_id, status, amount, currency }) {
  const order = orders.get(reference);
  if (!order || status !== 'completed' || currency !== 'HTG' || !amounts.equal(amount, PRICE)) return;
  order.transactionId ??= transaction_id;
  order.isPaid = true;
}

const server = app.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
