import { readFileSync } from 'node:fs';
import { createCashier } from './cashier.mjs';
import { cartOf, cartText } from './catalogue.mjs';
import { goAndPay, openOrder, payAgain, placeOrder, showCheckout } from './checkout.mjs';
import { cardPage, cartPage, homePage, messagePage, orderPage } from './pages.mjs';
import { connectToPeye, isFromPeye } from './peye.mjs';
import { formOf, readBody, redirect, send, setCookies, visitOf } from './visit.mjs';

const ROUTES = {
  'GET /': (visit) => send(visit, 200, homePage(visit)),
  'GET /cart': (visit) => send(visit, 200, cartPage(visit, openOrder(visit))),
  'POST /cart': changeCart,
  'POST /cart/:id': addToCart,
  'GET /checkout': showCheckout,
  'POST /orders': placeOrder,
  'GET /orders/:id': ofKnownOrder(showOrder),
  'GET /orders/:id/pay': ofKnownOrder(goAndPay),
  'POST /orders/:id/pay': ofKnownOrder(payAgain),
  'GET /orders/:id/card': ofKnownOrder(showCard),
  'GET /thanks': comeBack,
  'POST /webhooks': receiveWebhook,
};
const PICTURES = ['lakou', 'kafe', 'mas', 'mango'].map((name) => [`/pictures/${name}.svg`, 'image/svg+xml']);
const FILES = Object.entries({
  '/style.css': 'text/css',
  '/card.js': 'text/javascript',
  ...Object.fromEntries(PICTURES),
});
const FILE_BODIES = new Map(
  FILES.map(([path, type]) => [path, { type, body: readFileSync(new URL(`.${path}`, import.meta.url)) }]),
);

/**
 * A shop that is paid through Peye: a handler for a server of `node:http`. Its parameters are explained in
 * create-shop.d.mts.
 */
export function createShop({ peye, orders, deliver, complain, ...rest }) {
  const cashier = createCashier({ peye: connectToPeye(peye), orders, deliver, complain });
  const mode = peye.key.startsWith('tk_live_') ? 'live' : 'test';
  const shop = { ...rest, mode, gateway: new URL(peye.url).origin, orders, cashier };
  return async (request, response) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const [path] = request.url.split('?');
    const file = method === 'GET' && FILE_BODIES.get(path);
    if (file) return sendFile(response, file);
    const visit = visitOf(shop, request, response);
    // The second part is an id: /orders/KMD-…/pay is the route /orders/:id/pay.
    const [, first, id, ...after] = path.split('/');
    const route = ROUTES[`${method} /${[first, ...(id === undefined ? [] : [':id']), ...after].join('/')}`];
    try {
      if (route) await route(visit, id);
      else send(visit, 404, messagePage(visit, 'notFound'));
    } catch (error) {
      if (!error.status) complain(error.stack);
      if (!response.headersSent) send(visit, error.status ?? 500, messagePage(visit, 'systemError'));
    }
  };
}

async function changeCart(visit) {
  const form = await formOf(visit.request);
  const inCart = quantitiesIn(visit.cart);
  // A product that another window has added since is not on the form, and stays in the cart.
  const cart = cartOf((id) => form.get(id) ?? inCart.get(id));
  // A new quantity counts even if the customer continues to the checkout without another click.
  putIntoCart(visit, cart, form.has('checkout') && cart.length > 0 ? '/checkout' : '/cart');
}

function addToCart(visit, added) {
  const inCart = quantitiesIn(visit.cart);
  const cart = cartOf((id) => String(Number(inCart.get(id) ?? 0) + (id === added ? 1 : 0)));
  putIntoCart(visit, cart, '/cart');
}

function quantitiesIn(cart) {
  return new Map(cart.map(({ product, quantity }) => [product.id, String(quantity)]));
}

function putIntoCart(visit, cart, next) {
  setCookies(visit, { cart: cartText(cart) });
  redirect(visit, next);
}

function ofKnownOrder(route) {
  return (visit, id) =>
    visit.shop.orders.find(id) ? route(visit, id) : send(visit, 404, messagePage(visit, 'orderUnknown'));
}

async function showOrder(visit, id) {
  await visit.shop.cashier.refresh(id);
  const order = visit.shop.orders.find(id);
  const last = order.attempts.at(-1);
  if (order.status === 'open' && ['starting', 'open'].includes(last?.status)) {
    const seconds = waitSeconds(Date.now() - last.startedAt);
    // The page reloads itself by a header, which needs no script, and shows the outcome when the webhook has come.
    if (seconds) visit.response.setHeader('refresh', `${seconds}; url=/orders/${id}`);
  }
  send(visit, 200, orderPage(visit, order));
}

/** Seconds until the page reloads itself. They grow, and after an hour it stops: each reload of a page left open costs its reader money. */
function waitSeconds(passedMs) {
  const minutes = passedMs / 60_000;
  return minutes < 1 ? 3 : minutes < 10 ? 10 : minutes < 60 ? 30 : undefined;
}

function showCard(visit, id) {
  const order = visit.shop.orders.find(id);
  const last = order.attempts.at(-1);
  if (last?.status !== 'open' || !last.card) return redirect(visit, `/orders/${id}`);
  return send(visit, 200, cardPage(visit, order, last.card));
}

/** A customer's return proves nothing: the payment is read. Anyone can guess a transaction's number: it finds only this browser's order. */
async function comeBack(visit) {
  const { orders, cashier } = visit.shop;
  const ofTransaction = orders.ofTransaction(visit.query.get('transaction_id') ?? undefined);
  const isTheirs = ofTransaction !== undefined && ofTransaction.id === visit.cookies.get('order');
  const order = orders.find(visit.query.get('reference')) ?? (isTheirs ? ofTransaction : undefined);
  if (!order) return send(visit, 404, messagePage(visit, 'orderUnknown'));
  await cashier.refresh(order.id, { force: true });
  return redirect(visit, `/orders/${order.id}`);
}

/** Receives a webhook, usually the first report that an order is paid. It can come more than once, and before the customer is back. */
async function receiveWebhook({ shop, request, response }) {
  const body = await readBody(request);
  const isSigned = isFromPeye(body, request.headers['x-gateway-signature'], shop.webhookSecret);
  const isTaken = shop.onWebhook?.(body, isSigned) ?? false;
  if (!isSigned) return response.writeHead(401).end();
  // The event of a test payment must not pay a live order, nor the other way round.
  if (request.headers['x-gateway-mode'] !== shop.mode) return response.writeHead(400).end();
  // An order that is not found may be in the middle of being saved: after a 404 Peye sends the event again later.
  return response.writeHead(shop.cashier.settle(JSON.parse(body).data) || isTaken ? 204 : 404).end();
}

function sendFile(response, { type, body }) {
  const headers = { 'content-type': type, 'cache-control': 'max-age=3600', 'x-content-type-options': 'nosniff' };
  response.writeHead(200, headers).end(body);
}
