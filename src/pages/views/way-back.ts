import type { Payment } from '../../core/payment.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { webUrl } from '../../platform/network/web-url.ts';
import type { PaymentView } from './view.ts';

/** The button back to the merchant, or to the payment link; empty if there is neither. */
export function wayBack(
  {
    payment,
    website,
    texts,
    language,
    linkHref,
  }: Pick<PaymentView, 'payment' | 'website' | 'texts' | 'language' | 'linkHref'>,
  { reference = payment.reference, isQuiet = false }: { reference?: string | null; isQuiet?: boolean } = {},
): Html | '' {
  const toLink = linkHref === undefined ? undefined : `${linkHref}?lang=${language}`;
  const href = toLink ?? returnLink(website?.returnUrl ?? null, { id: payment.id, reference });
  if (href === undefined) return '';
  const ofLink = payment.status === 'completed' ? texts.link.toThanks : texts.link.toLink;
  const label = linkHref === undefined ? texts.returnToMerchant : ofLink;
  return html`<a class="button${isQuiet ? ' quiet' : ''}" href="${href}" rel="noreferrer">${label}</a>`;
}

/**
 * The address of "return to merchant": the website's own return URL with its query unchanged, followed by the payment's id and reference.
 * Never a status, because a returning customer proves nothing. Undefined if there is no address that a browser should follow.
 */
export function returnLink(
  returnUrl: string | null,
  { id, reference }: Pick<Payment, 'id' | 'reference'>,
): string | undefined {
  const url = webUrl(returnUrl);
  if (!url) return undefined;
  const added = new URLSearchParams({ transaction_id: String(id), ...(reference !== null && { reference }) });
  url.search = url.search === '' ? `?${added}` : `${url.search}&${added}`;
  return url.href;
}
