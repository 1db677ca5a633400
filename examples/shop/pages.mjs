import { BRAND } from './brand.mjs';
import { mayTry } from './cashier.mjs';
import { cartText, countOf, describe, PRODUCTS, totalOf } from './catalogue.mjs';
import { minorOf, moment, money, rate } from './format.mjs';
import { html } from './html.mjs';
import { TEXTS } from './texts.mjs';

/** Order of the methods on the page: what most people have comes first. */
export const METHODS = ['moncash', 'natcash', 'lakaypay_card', 'card'];
export const CURRENCIES = ['HTG', 'USD'];

/** A whole page. `path` is its own address, for the links to its other languages. A page in response to a form has no `path`. */
export function layout({ language, cart, shop }, { title, content, script, path }) {
  const texts = TEXTS[language];
  const languages = Object.entries(TEXTS).map(([code, { languageName }]) =>
    code === language
      ? html`<strong lang="${code}">${languageName}</strong>`
      : html`<a href="${path ?? '/'}?lang=${code}" lang="${code}" hreflang="${code}">${languageName}</a>`,
  );
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${texts.shop}</title>
<link rel="icon" href="/pictures/lakou.svg">
<link rel="stylesheet" href="/style.css">
${script}
</head>
<body>
<header>
${shop.note && html`<p class="note">${shop.note(texts)}</p>`}
<div class="bar">
<a class="name" href="/"><img src="/pictures/lakou.svg" alt="" width="36" height="36"> ${texts.shop}</a>
<a class="cart" href="/cart">${texts.cartOf(countOf(cart))}</a>
</div>
</header>
<main>
${content}
</main>
<footer>
<nav aria-label="${texts.chooseLanguage}">${languages}</nav>
<p>${texts.madeWith}</p>
</footer>
</body>
</html>
`.toString();
}

export function homePage({ language, shop }) {
  const texts = TEXTS[language];
  const products = PRODUCTS.map(
    (product, index) => html`<li class="product">
<img src="/pictures/${product.id}.svg" alt="${product.picture[language]}" width="320" height="240"${index > 0 && html` loading="lazy"`}>
<h2>${product.name[language]}</h2>
<p>${product.about[language]}</p>
<p class="price">${money(totalOf([{ product, quantity: 1 }], 'HTG'), language)} <small>${texts.or} ${money(totalOf([{ product, quantity: 1 }], 'USD'), language)}</small></p>
<form method="post" action="/cart/${product.id}"><button aria-label="${texts.add}: ${product.name[language]}">${texts.add}</button></form>
</li>`,
  );
  return {
    title: texts.headline,
    content: html`<h1>${texts.headline}</h1>
<ul class="products">${products}</ul>
${shop.extra && html`<p class="more"><a href="/checkout">${shop.extra.title}</a></p>`}`,
  };
}

/** `openOrder` is the address of this browser's order that is not paid yet. */
export function cartPage({ language, cart }, openOrder) {
  const texts = TEXTS[language];
  if (cart.length === 0) {
    const content = html`<h1>${texts.cart}</h1><p>${texts.emptyCart}</p>
${openOrder && html`<a class="button" href="${openOrder}">${texts.seeOrder}</a>`}
<a class="button quiet" href="/">${texts.toShop}</a>`;
    return { title: texts.cart, path: '/cart', content };
  }
  const lines = cart.map(
    ({ product, quantity }) => html`<li>
<img src="/pictures/${product.id}.svg" alt="" width="80" height="60">
<label for="of-${product.id}">${product.name[language]}</label>
<span>${money(totalOf([{ product, quantity }], 'HTG'), language)}</span>
<input id="of-${product.id}" name="${product.id}" value="${quantity}" inputmode="numeric" autocomplete="off" aria-describedby="zero">
</li>`,
  );
  return {
    title: texts.cart,
    path: '/cart',
    content: html`<h1>${texts.cart}</h1>
<form method="post" action="/cart">
<ul class="lines">${lines}</ul>
<p class="hint" id="zero">${texts.zeroRemoves}</p>
${totalLine(texts, language, cart)}
<button name="checkout" value="yes">${texts.toCheckout}</button>
<button class="quiet">${texts.update}</button>
</form>
<p><a href="/">${texts.toShop}</a></p>`,
  };
}

/** `typed` has the fields as the customer filled them in, `errors` the name of a text for each wrong field. */
export function checkoutPage({ language, cart, shop }, { orderId, typed, errors = {} }) {
  const texts = TEXTS[language];
  return {
    title: Object.keys(errors).length > 0 ? `${texts.error} ${texts.checkout}` : texts.checkout,
    path: '/checkout',
    content: html`<h1>${texts.checkout}</h1>
${errorSummary(texts, errors)}
<div id="cart">${cart.length > 0 && html`<p class="hint">${describe(cart, language)}</p>${totalLine(texts, language, cart)}`}</div>
<form method="post" action="/orders" novalidate>
<input type="hidden" name="order" value="${orderId}">
<input type="hidden" name="cart" value="${cartText(cart)}">
${cart.length === 0 && shop.extra.fields(typed, texts.errors[errors.amount])}
${textField(texts, 'name', { typed, errors, more: html` autocomplete="name" required` })}
${textField(texts, 'email', { typed, errors, more: html` type="email" autocomplete="email"` })}
<fieldset><legend>${texts.currency}</legend>
${CURRENCIES.map((currency) => choice('currency', currency, typed.currency ?? 'HTG', texts.currencies[currency]))}
<p class="hint">${texts.walletsTakeGourdes}</p>
</fieldset>
${methodField(texts, typed.method ?? 'moncash', errors.method)}
<button>${texts.placeOrder}</button>
</form>`,
  };
}

/** The page of an order, with its state in words. `errors.method` says why a payment could not be started. */
export function orderPage({ language, shop }, order, errors = {}) {
  const texts = TEXTS[language];
  const last = order.attempts.at(-1);
  const view = viewOf(texts, order, last);
  return {
    title: view.title,
    path: `/orders/${order.id}`,
    content: html`<section class="state ${view.kind}">
<div class="sign" aria-hidden="true">${{ paid: '✓', failed: '!', waiting: '…' }[view.kind]}</div>
<h1>${view.title}</h1>
<p>${view.text}</p>
${view.asksForHelp && html`<p>${texts.contact} <a href="mailto:${BRAND.contact}?subject=${order.id}">${BRAND.contact}</a></p>`}
${last?.status === 'open' && html`<a class="button" href="/orders/${order.id}/pay">${texts.continuePaying}</a>`}
${view.kind === 'waiting' && html`<a class="button quiet" href="/orders/${order.id}">${texts.checkNow}</a>`}
</section>
${
  mayTry(order) &&
  html`${errorSummary(texts, errors)}<form method="post" action="/orders/${order.id}/pay">
${methodField(texts, last?.method, errors.method)}
<button>${texts.tryAgain}</button>
</form>`
}
${orderDetails(texts, language, order, last)}
${shop.extra?.note(last)}
<p><a href="/">${texts.toShop}</a></p>`,
  };
}

/** The text and the style for an order's state. A state that is not final is never shown as paid or failed. */
function viewOf(texts, order, last) {
  if (order.status === 'paid') return { kind: 'paid', title: texts.paid, text: texts.paidText };
  if (last?.status === 'starting') return { kind: 'waiting', title: texts.starting, text: texts.waitingText };
  if (last?.status === 'open') return { kind: 'waiting', title: texts.waiting, text: texts.waitingText };
  if (last?.status !== 'failed') return { kind: 'failed', title: texts.notPaid, text: texts.errors.other };
  return {
    kind: 'failed',
    title: texts.titles[last.reason] ?? texts.notPaid,
    text: texts.reasons[last.reason] ?? texts.reasons.provider_error,
    asksForHelp: !['cancelled', 'declined', 'insufficient_balance', 'expired_card'].includes(last.reason),
  };
}

/** The gateway's card form in a page of the shop. The script reads its settings from attributes: the policy allows no inline script. */
export function cardPage({ language, shop }, order, { clientSecret, publishableKey }) {
  const texts = TEXTS[language];
  return {
    title: texts.payByCard,
    path: `/orders/${order.id}/card`,
    script: html`<script src="${shop.gateway}/widget/v1/peye.js" defer></script><script src="/card.js" defer></script>`,
    content: html`<h1>${texts.payByCard}</h1>
<p>${order.description}</p>
<noscript><p class="error">${texts.needsScript}</p></noscript>
<p class="error" id="card-error" role="alert" hidden>${texts.cardNotLoaded}</p>
<div id="card" data-client-secret="${clientSecret}" data-publishable-key="${publishableKey}" data-lang="${language}"></div>
<a class="button quiet" id="see-order" href="/orders/${order.id}">${texts.seeOrder}</a>`,
  };
}

/** A page with a title, a sentence and a link to the shop. */
export function messagePage({ language }, message) {
  const texts = TEXTS[language];
  return {
    title: texts[message],
    content: html`<h1>${texts[message]}</h1><p>${texts[`${message}Text`]}</p><a class="button" href="/">${texts.toShop}</a>`,
  };
}

function orderDetails(texts, language, order, last) {
  const charged = last?.amount && { minor: minorOf(last.amount), currency: last.currency };
  const rows = [
    [texts.order, order.id],
    [texts.customer, html`<bdi>${order.name}</bdi>`],
    ...order.items.map(({ name, quantity }) => [html`${quantity} ×`, name[language]]),
    [texts.total, money(order.total, language)],
    last?.rate && [
      texts.charged,
      html`${money(charged, language)}<br><small>${texts.rate(rate(last.rate, language))}</small>`,
    ],
    last && [texts.paidWith, texts.methods[last.method]],
    last?.transactionId && [texts.transaction, last.transactionId],
    order.paidAt && [texts.date, html`${moment(order.paidAt, language)} <small>(${texts.timeOfHaiti})</small>`],
  ];
  return html`<dl>${rows.filter(Boolean).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function totalLine(texts, language, cart) {
  const [htg, usd] = CURRENCIES.map((currency) => money(totalOf(cart, currency), language));
  return html`<p class="total"><span>${texts.total}</span> <strong>${htg}</strong> <small>${texts.or} ${usd}</small></p>`;
}

function errorSummary(texts, errors) {
  const entries = Object.entries(errors);
  if (entries.length === 0) return '';
  const items = entries.map(
    ([field, error]) => html`<li><a href="#${field}">${texts.errors[error] ?? texts.errors.other}</a></li>`,
  );
  return html`<div class="errors" role="alert"><p>${texts.errorsAbove}</p><ul>${items}</ul></div>`;
}

function textField(texts, name, { typed, errors, more }) {
  const error = errors[name];
  return html`<p><label for="${name}">${texts[name]}</label>
<input id="${name}" name="${name}" value="${typed[name]}"${error && html` aria-invalid="true" aria-describedby="${name}-error"`}${more}>
${error && html`<span class="error" id="${name}-error">${texts.errors[error]}</span>`}</p>`;
}

function methodField(texts, chosen, error) {
  return html`<fieldset class="methods"${error && html` aria-describedby="method-error"`}><legend>${texts.method}</legend>
${error && html`<p class="error" id="method-error">${texts.errors[error] ?? texts.errors.other}</p>`}
${METHODS.map((method, index) => choice('method', method, chosen, texts.methods[method], index === 0 && html` id="method"`))}
<p class="hint without-script">${texts.needsScript}</p>
</fieldset>`;
}

function choice(name, value, chosen, label, more) {
  return html`<label class="choice ${value}"><input type="radio" name="${name}" value="${value}"${value === chosen && html` checked`}${more}> <span>${label}</span></label>`;
}
