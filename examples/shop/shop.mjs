// A shop with one product, paid through Peye. Node 20 or newer, no dependencies. README.md says how to start it.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PEYE_KEY, PEYE_WEBHOOK_SECRET } = process.env;
if (!PEYE_KEY || !PEYE_WEBHOOK_SECRET) throw new Error('Set PEYE_KEY (tk_test_…) and PEYE_WEBHOOK_SECRET (whsec_…).');
const PEYE_URL = process.env.PEYE_URL ?? 'http://127.0.0.1:8080/api/gateway/v1';
const PORT = Number(process.env.PORT ?? 4000);
const ORDERS_FILE = process.env.ORDERS_FILE ?? 'orders.json';
const PRODUCT = { name: 'Kafe Ayisyen, 1 kg', amount: 750, currency: 'HTG' };
const METHODS = { moncash: 'MonCash', natcash: 'NatCash', lakaypay_card: 'Card' };

const ROUTES = {
  'GET /': productPage,
  'POST /orders': placeOrder,
  'GET /thanks': thanksPage,
  'POST /webhooks': receiveWebhook,
};

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://shop');
  try {
    const route = ROUTES[`${request.method} ${url.pathname}`];
    if (route) await route(request, response, url);
    else page(response, 404, '<p>There is nothing here. <a href="/">To the shop</a></p>');
  } catch (error) {
    console.error(error);
    if (!response.headersSent) page(response, 500, '<p>That did not work. Please try again in a moment.</p>');
  }
}).listen(PORT, '127.0.0.1', () => console.log(`the shop is open: http://127.0.0.1:${PORT}`));

function productPage(_request, response) {
  const options = Object.entries(METHODS).map(([value, name]) => `<option value="${value}">${name}</option>`);
  page(
    response,
    200,
    `<h1>${PRODUCT.name}</h1><p>${PRODUCT.amount} ${PRODUCT.currency}</p>
<form method="post" action="/orders">
<p><label>Your name <input name="name" required maxlength="255"></label></p>
<p><label>Pay with <select name="method">${options.join('')}</select></label></p>
<button>Order and pay</button></form>`,
  );
}

/** Writes the order down, creates its payment, writes the payment's id to it, and only then sends the customer away. */
async function placeOrder(request, response) {
  const form = new URLSearchParams((await readBody(request)).toString());
  const [name, method] = [form.get('name')?.trim(), form.get('method')];
  if (!name || !Object.hasOwn(METHODS, method)) return page(response, 422, '<p>Please give your name.</p>');
  const order = { id: `order-${randomUUID()}`, name, method, status: 'open' };
  save(order);

  const answer = await callPeye('/payments', {
    amount: PRODUCT.amount,
    currency: PRODUCT.currency,
    payment_method: method,
    customer_name: name,
    reference: order.id,
    description: PRODUCT.name,
  });
  if (!answer.success) {
    save({ ...order, status: 'failed', reason: answer.error });
    return page(response, 502, `<p>The payment could not be started: ${escapeHtml(answer.message)}</p>`);
  }
  // What will be charged is what the response says: dollars, for example, are converted for some methods.
  save({ ...order, transactionId: answer.transaction_id, amount: answer.amount, currency: answer.currency });
  response.writeHead(303, { location: answer.payment_url }).end();
}

/** Where the customer comes back to. That proves nothing, so the payment is read: only the gateway knows. */
async function thanksPage(_request, response, url) {
  const order = orderOf(url.searchParams.get('transaction_id'));
  if (!order) return page(response, 404, '<p>We do not know this order.</p>');
  if (order.status === 'open') {
    const answer = await callPeye(`/payments/${order.transactionId}`);
    if (answer.success) settle(answer.data);
  }
  const { status, reason } = orderOf(order.transactionId);
  if (status === 'paid') return page(response, 200, '<h1>Mèsi!</h1><p>Your order is paid and on its way.</p>');
  if (status === 'failed') {
    return page(response, 200, `<p>You have not paid (${escapeHtml(reason)}). <a href="/">Try again</a></p>`);
  }
  response.setHeader('refresh', '3');
  page(response, 200, '<h1>Mèsi!</h1><p>We are confirming your payment.</p>');
}

/** The first and best sign that an order is paid. It can come more than once, and before the customer is back. */
async function receiveWebhook(request, response) {
  const body = await readBody(request);
  if (!isFromPeye(body, request.headers['x-gateway-signature'])) return void response.writeHead(401).end();
  const { data } = JSON.parse(body);
  // An order that is not known yet may be just being written down: Peye sends the event again later.
  response.writeHead(settle(data) ? 204 : 404).end();
}

/** Acts on what the gateway says about a payment, once, whoever brings the news. False when no order is known for it. */
function settle(payment) {
  const order = orderOf(payment.transaction_id);
  if (!order) return false;
  if (order.status !== 'open') return true;
  if (payment.status === 'failed') save({ ...order, status: 'failed', reason: payment.failure_reason });
  if (payment.status !== 'completed') return true;
  if (payment.amount !== order.amount || payment.currency !== order.currency) {
    console.error(`${order.id} was paid with ${payment.amount} ${payment.currency}, not ${order.amount}`);
    return true;
  }
  save({ ...order, status: 'paid', paidAt: payment.completed_at });
  console.log(`send ${PRODUCT.name} to ${order.name} (${order.id})`);
  return true;
}

/** Whether the signature is the HMAC of the raw body under our secret, compared in constant time. */
function isFromPeye(body, signature = '') {
  const expected = createHmac('sha256', PEYE_WEBHOOK_SECRET).update(body).digest('hex');
  return (
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature, 'latin1'), Buffer.from(expected))
  );
}

async function callPeye(path, body) {
  const answer = await fetch(PEYE_URL + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-Api-Key': PEYE_KEY, Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  return answer.json();
}

// The orders: a file here, a table in your shop. It is on disk, whole, before anybody is answered.

function allOrders() {
  try {
    return JSON.parse(readFileSync(ORDERS_FILE, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

function orderOf(transactionId) {
  return Object.values(allOrders()).find((order) => transactionId && order.transactionId === transactionId);
}

function save(order) {
  writeFileSync(`${ORDERS_FILE}.new`, JSON.stringify({ ...allOrders(), [order.id]: order }, null, 2), { flush: true });
  renameSync(`${ORDERS_FILE}.new`, ORDERS_FILE);
}

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function page(response, status, content) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>A shop</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem}</style>
<main>${content}</main></html>`);
}

function escapeHtml(text) {
  return String(text ?? '').replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
