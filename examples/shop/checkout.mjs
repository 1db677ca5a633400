import { randomInt } from 'node:crypto';
import { mayTry } from './cashier.mjs';
import { cartText, describe, totalOf } from './catalogue.mjs';
import { CURRENCIES, checkoutPage, METHODS, orderPage } from './pages.mjs';
import { formOf, redirect, send, setCookies } from './visit.mjs';

const LONGEST_NAME = 255;
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u;
/** Letters and digits that are not confused when an order's number is read out on the telephone. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const ORDER_ID = new RegExp(`^KMD(-[${LETTERS}]{4}){3}$`);

export function showCheckout(visit) {
  // After a customer goes back from the payment, the cart is empty: it has become an order, whose page follows.
  if (visit.cart.length === 0 && !visit.shop.extra) return redirect(visit, openOrder(visit) ?? '/cart');
  return send(visit, 200, checkoutPage(visit, { orderId: newOrderId(), typed: {} }));
}

/**
 * Accepts an order and starts its payment. The order's number comes from the form, so that a form that is sent twice makes one
 * order. Prices come from the catalogue.
 */
export async function placeOrder(visit) {
  const { orders, cashier, extra } = visit.shop;
  const typed = Object.fromEntries(await formOf(visit.request));
  const id = ORDER_ID.test(typed.order) ? typed.order : newOrderId();
  const known = orders.find(id);
  if (known && !mayTry(known)) return goAndPay(visit, id);
  if (visit.cart.length === 0 && !extra) return redirect(visit, '/cart');
  const errors = errorsOf(visit, typed);
  const pageWith = (wrong) => checkoutPage(visit, { orderId: id, typed, errors: wrong });
  if (Object.keys(errors).length > 0) return send(visit, 422, pageWith(errors));
  const order = newOrder(visit, id, typed);
  // The order keeps its earlier attempts, whose payments were refused.
  orders.save({ ...order, attempts: known?.attempts ?? [] });
  return afterStart(visit, await cashier.pay(id, typed.method), pageWith);
}

/** Starts another payment of an order whose last payment failed or was refused. */
export async function payAgain(visit, id) {
  const { orders, cashier } = visit.shop;
  const method = (await formOf(visit.request)).get('method');
  if (!METHODS.includes(method)) return send(visit, 422, orderPage(visit, orders.find(id), { method: 'method' }));
  return afterStart(visit, await cashier.pay(id, method), (wrong) => orderPage(visit, orders.find(id), wrong));
}

/** Redirects to the page where an order is paid, or to the order's own page when it has no open payment. */
export function goAndPay(visit, id) {
  const last = visit.shop.orders.find(id).attempts.at(-1);
  if (last?.status !== 'open') return redirect(visit, `/orders/${id}`);
  if (last.card) return redirect(visit, `/orders/${id}/card`);
  const url = new URL(last.url);
  // A page of the gateway uses the language that was chosen in the shop. The address of a provider is not changed.
  if (url.origin === visit.shop.gateway) url.searchParams.set('lang', visit.language);
  return redirect(visit, url.href);
}

/** The page of the last order from this browser, while that order is not paid. */
export function openOrder({ shop, cookies }) {
  const order = shop.orders.find(cookies.get('order'));
  return order?.status === 'open' ? `/orders/${order.id}` : undefined;
}

/** Redirects to the payment, or shows next to a field of the form why no payment could be started. */
function afterStart(visit, order, pageWith) {
  const last = order.attempts.at(-1);
  if (last.status === 'refused') {
    const wrong = last.fields?.includes('customer_email') ? { email: 'email' } : { method: last.reason };
    return send(visit, 422, pageWith(wrong));
  }
  // The cart has become this order. By the cookie the shop finds the order when a customer returns without its number.
  setCookies(visit, { cart: '', order: order.id });
  return goAndPay(visit, order.id);
}

function newOrder({ cart, language, shop }, id, typed) {
  const currency = CURRENCIES.includes(typed.currency) ? typed.currency : 'HTG';
  return {
    id,
    name: typed.name.trim(),
    email: (typed.email ?? '').trim(),
    items: cart.map(({ product, quantity }) => ({ name: product.name, quantity })),
    description: describe(cart, language),
    total: totalOf(cart, currency),
    status: 'open',
    ...(cart.length === 0 && shop.extra.order(typed)),
  };
}

/** The errors of a checkout form: the name of a text for each wrong field. */
function errorsOf({ cart, shop }, { cart: shown, name = '', email = '', method, ...more }) {
  const trimmed = name.trim();
  const errors = {
    // Another window may have changed the cart: a customer is charged only the total that this page showed.
    cart: shown === cartText(cart) ? undefined : 'cartChanged',
    ...(cart.length === 0 && shop.extra.errors(more)),
    name: trimmed === '' ? 'name' : [...trimmed].length > LONGEST_NAME ? 'nameTooLong' : unreadable(trimmed),
    email: email.trim() === '' || EMAIL.test(email.trim()) ? undefined : 'email',
    method: METHODS.includes(method) ? undefined : 'method',
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}

/** Control characters can be pasted, and cannot be printed on a parcel. */
function unreadable(text) {
  return /[\p{Cc}\ufffd]/u.test(text) ? 'characters' : undefined;
}

/** Anyone who has an order's number can open the order's page, so the number is long enough not to be guessed. */
function newOrderId() {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `KMD-${four()}-${four()}-${four()}`;
}
