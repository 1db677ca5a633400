import { type Html, html } from '../../platform/html/html.ts';
import { returnLink } from '../return-link.ts';
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
