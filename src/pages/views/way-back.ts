import { type Html, html } from '../../platform/html/html.ts';
import { webUrl } from '../../platform/network/web-url.ts';
import type { PaymentView } from './view.ts';

/** The button back to the merchant, to the payment link, or to the choice of a method; empty if there is none. */
export function wayBack(
  view: Pick<PaymentView, 'payment' | 'website' | 'texts' | 'language' | 'linkHref' | 'session'>,
  { reference = view.payment.reference, isQuiet = false }: { reference?: string | null; isQuiet?: boolean } = {},
): Html | '' {
  const { payment, website, texts, language, linkHref, session } = view;
  const isPaid = payment.status === 'completed';
  const [href, label] = wayOf();
  if (href === undefined) return '';
  return html`<a class="button${isQuiet ? ' quiet' : ''}" href="${href}" rel="noreferrer">${label}</a>`;

  function wayOf(): [string | undefined, string] {
    if (linkHref !== undefined)
      return [`${linkHref}?lang=${language}`, isPaid ? texts.link.toThanks : texts.link.toLink];
    if (session && !isPaid) return [`${session.href}?lang=${language}`, texts.checkout.another];
    const sessionId = session?.id;
    const returnUrl = session?.returnUrl ?? website?.returnUrl ?? null;
    return [returnLink(returnUrl, { id: payment.id, reference, sessionId }), texts.returnToMerchant];
  }
}

/**
 * The address of "return to merchant": a return URL with its query unchanged, followed by the ids of the payment and its session, and
 * the reference. Never a status, because a returning customer proves nothing. Undefined if there is no address that a browser should
 * follow.
 */
export function returnLink(
  returnUrl: string | null,
  { id, reference, sessionId }: { id?: number; reference: string | null; sessionId?: string | undefined },
): string | undefined {
  const url = webUrl(returnUrl);
  if (!url) return undefined;
  const added = new URLSearchParams({
    ...(id !== undefined && { transaction_id: String(id) }),
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(reference !== null && { reference }),
  });
  url.search = url.search === '' ? `?${added}` : `${url.search}&${added}`;
  return url.href;
}
