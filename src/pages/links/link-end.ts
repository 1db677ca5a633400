import type { Payment } from '../../core/payment.ts';
import type { LinkState, PaymentLink } from '../../features/links/payment-link.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import { signMark } from '../marks.ts';
import type { LinkPageState } from '../page-state.ts';

/**
 * Why a link cannot be paid: the page shows it instead of the form. `used`: a single-use link that is sold; `closed`:
 * the website is deactivated, or no method is available.
 */
export type LinkEnd = Exclude<LinkState, 'active'> | 'used' | 'closed' | 'unknown';

const WORDS = {
  unknown: 'unknown',
  expired: 'expired',
  sold_out: 'soldOut',
  used: 'used',
  in_use: 'inUse',
  deactivated: 'deactivated',
  closed: 'closed',
} as const satisfies Readonly<Record<LinkEnd, string>>;

/** The page's `data-state` for each reason, which tests read. */
export const END_STATE: Readonly<Record<LinkEnd, LinkPageState>> = {
  unknown: 'unknown',
  expired: 'expired_link',
  sold_out: 'sold_out',
  used: 'used',
  in_use: 'in_use',
  deactivated: 'deactivated',
  closed: 'closed_link',
};

/** 410 if the reason is permanent; `closed` has the status of all pages of a deactivated website. */
export const END_STATUS: Readonly<Record<LinkEnd, number>> = {
  unknown: 404,
  expired: 410,
  sold_out: 410,
  used: 410,
  in_use: 200,
  deactivated: 410,
  closed: 403,
};

/** The page that says why a link cannot be paid, with a link to this browser's own payment. */
export function linkEnd(
  end: LinkEnd,
  language: Language,
  {
    link,
    started,
    hereHref,
  }: { link?: PaymentLink; started?: { payment: Payment; href: string } | undefined; hereHref?: string },
): { title: string; content: Html } {
  const texts = TEXTS[language];
  const word = WORDS[end];
  // Whether the payment that uses the link is this browser's own.
  const isOwn = end === 'in_use' && started !== undefined;
  const title = isOwn ? texts.link.started : texts.link[word];
  const label = started?.payment.status === 'completed' ? texts.link.seeReceipt : texts.link.goOn;
  const checkAgain = end === 'in_use' ? html`<a class="button quiet" href="${hereHref}">${texts.checkNow}</a>` : '';
  const wayOn = started ? html`<a class="button" href="${started.href}">${label}</a>` : checkAgain;
  const content = html`<section class="sheet end">
${signMark(end === 'in_use' ? 'clock' : 'dash')}
<h1>${title}</h1>
${isOwn ? '' : html`<p>${texts.link[`${word}Text`]}</p>`}
${wayOn}
</section>
${link && html`<section class="sheet"><p class="text"><bdi>${link.name}</bdi></p></section>`}`;
  return { title, content };
}

/** The seller's message to customers who have paid. */
export function thanksContent(
  { link, payment }: { link: PaymentLink; payment: Payment },
  language: Language,
  receiptHref: string,
): Html {
  const texts = TEXTS[language];
  return html`<section class="sheet end paid good">
${signMark('check')}
<h1>${texts.link.thanks}</h1>
<p class="sum">${formatMoney(payment.amountMinor, payment.currency, language)}</p>
<p><bdi>${payment.description}</bdi></p>
</section>
<section class="sheet">
${link.thanks && html`<p class="text"><bdi>${link.thanks}</bdi></p>`}
<a class="button quiet" href="${receiptHref}">${texts.link.seeReceipt}</a>
</section>`;
}
