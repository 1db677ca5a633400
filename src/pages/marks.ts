import type { PaymentMethod } from '../core/payment.ts';
import { type Html, html } from '../platform/html/html.ts';

// Drawn for Peye, with one stroke width. The logos of wallets and card networks belong to their owners: pages show names, and for wallets a
// phone in the wallet's colours.

const line = (kind: string, shapes: Html) =>
  html`<svg class="${kind}" viewBox="0 0 24 24" aria-hidden="true">${shapes}</svg>`;

export const LOCK = line(
  'line',
  html`<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>`,
);

const phone = (fill: string, stroke: string) =>
  line(
    'line',
    html`<rect width="24" height="24" rx="6" fill="${fill}" stroke="none"/><g stroke="${stroke}"><rect x="8" y="4.5" width="8" height="15" rx="2"/><path d="M11 16.5h2"/></g>`,
  );
const CARD = line('line', html`<rect x="3" y="6" width="18" height="13" rx="2"/><path d="M3 10h18M7 15h3"/>`);

/** The icon of a method's kind. */
export function methodMark(method: PaymentMethod): Html {
  return {
    moncash: phone('#c8102e', '#fff'),
    natcash: phone('#0a4a9f', '#ffa94d'),
    lakaypay_card: CARD,
    card: CARD,
  }[method];
}

/** The card networks, as names on small cards, next to a text that names them too. */
export const CARD_NETWORKS = html`<svg class="networks" viewBox="0 0 108 22" aria-hidden="true"><rect width="40" height="22" rx="4" fill="#1a2a6c"/><rect x="44" width="64" height="22" rx="4" fill="#b3361b"/><g fill="#fff" font-size="10.5" font-weight="700" text-anchor="middle"><text x="20" y="15" font-style="italic">VISA</text><text x="76" y="15" font-size="9.5">Mastercard</text></g></svg>`;

const SIGNS = {
  check: html`<path d="M6 12.5l4 4 8-9"/>`,
  cross: html`<path d="M7.5 7.5l9 9M16.5 7.5l-9 9"/>`,
  dash: html`<path d="M7 12h10"/>`,
  clock: html`<path d="M12 6.5V12l3.5 2.5"/>`,
  care: html`<path d="M12 6v7M12 17.5v.1"/>`,
};
export type Sign = keyof typeof SIGNS;

/** The large icon of a page about a payment's status. */
export function signMark(sign: Sign): Html {
  return line('sign', SIGNS[sign]);
}

/**
 * A stand-in for a missing logo: the first letter or digit of the merchant's name on its colour, or on a neutral one. The colour is an SVG
 * attribute, because the policy of pages forbids inline styles.
 */
export function monogram(name: string, colour = '#55605c'): Html {
  const [letter = ''] = /[\p{L}\p{N}]\p{M}*/u.exec(name.normalize('NFC')) ?? [];
  return html`<svg class="logo" viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="10" fill="${colour}"/><text x="20" y="27" text-anchor="middle" font-size="20" font-weight="700" fill="#fff">${letter.toUpperCase()}</text></svg>`;
}
