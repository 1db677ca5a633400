// One request as the shop sees it, and the ways to respond to it.
import { readCart } from './catalogue.mjs';
import { layout } from './pages.mjs';
import { chooseLanguage } from './texts.mjs';

const BODY_LIMIT_BYTES = 256 * 1024;
const COOKIE_SECONDS = 30 * 86_400;

/** A request with its query, and with the language and the cart from the browser's cookies. None of them contains a price. */
export function visitOf(shop, request, response) {
  const query = new URLSearchParams(request.url.split('?')[1]);
  const cookies = new Map((request.headers.cookie ?? '').split(/; */).map((pair) => pair.split('=', 2)));
  const chosen = query.get('lang');
  const language = chooseLanguage([chosen, cookies.get('lang')], request.headers['accept-language']);
  const visit = { shop, request, response, query, cookies, language, cart: readCart(cookies.get('cart')) };
  if (chosen === language) setCookies(visit, { lang: language });
  return visit;
}

/** Add `Secure` to the cookies as soon as the shop has an address with TLS. */
export function setCookies({ response }, cookies) {
  for (const [name, value] of Object.entries(cookies)) {
    const age = value === '' ? 0 : COOKIE_SECONDS;
    response.appendHeader('set-cookie', `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax`);
  }
}

export function send(visit, status, page) {
  visit.response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(visit.shop.gateway, page.script),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  });
  visit.response.end(layout(visit, page));
}

export function redirect({ response }, location) {
  response.writeHead(303, { location }).end();
}

export async function formOf(request) {
  return new URLSearchParams((await readBody(request)).toString());
}

export async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) throw Object.assign(new Error('the body is too large'), { status: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Strict: no style and no picture but our own, no script but our own and, on the card's page, the gateway's, and no site may frame the page. */
function policy(gateway, hasScript) {
  const { protocol, hostname } = new URL(gateway);
  const own = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";
  // Browsers check every address that a form redirects to, up to a provider's page. On a developer's machine that is another port.
  const forms = `form-action 'self' https: ${protocol}//${hostname}:*`;
  return `${own}; ${forms}${hasScript ? `; script-src 'self' ${gateway}; frame-src ${gateway}` : ''}`;
}
