import { isPaidInHtgOnly } from '../../core/payment.ts';
import { contactLine } from '../../features/receipts/receipt.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { methodName } from '../../platform/wording/format.ts';
import { signMark } from '../marks.ts';
import { stillHref } from '../page-href.ts';
import { contactView } from './contact.ts';
import { orderSummary } from './order-summary.ts';
import type { PaymentView } from './view.ts';
import { wayBack } from './way-back.ts';

/**
 * The customer has submitted, and the provider's result is missing. With `isTimeOver`, no new attempt can start, but an earlier one may
 * have paid.
 */
export function processingView(view: PaymentView, isTimeOver = false): Html {
  // The customer may go back to the merchant: processing may take long, and the merchant is notified in any case.
  return html`<section class="sheet end">
${waitingView(view, isTimeOver)}
${wayBack(view, { isQuiet: true })}
</section>
<section class="sheet">${orderSummary(view, whomToAsk(view))}</section>`;
}

/** The contact details on a page that refers its reader to the merchant: the transaction id to quote, and how to reach the merchant. */
export function whomToAsk({
  texts,
  payment,
  website,
  language,
}: Pick<PaymentView, 'texts' | 'payment' | 'website' | 'language'>) {
  const [label, value] = contactLine(website, language);
  const contact = website?.brand.contact;
  return [
    [texts.transaction, String(payment.id)],
    [label, contact ? contactView(contact) : value],
  ] as const;
}

/** The waiting page: that the result is missing, what to do in the meantime, and a button to check again. */
export function waitingView(view: WaitingView, isTimeOver = false): Html {
  const { texts, payment } = view;
  return html`${signMark('clock')}
<h1>${isTimeOver ? texts.timeIsOver : texts.processing}</h1>
<p>${isTimeOver ? texts.timeIsOverText : texts.processingText({ method: methodName(payment.method, texts) })}</p>
${waitingSteps(view, isTimeOver)}
<a class="button quiet" href="${hereAgain(view)}">${texts.checkNow}</a>`;
}

type WaitingView = Pick<PaymentView, 'texts' | 'payment' | 'reloadSeconds' | 'freshHref'>;

/** The address at which a waiting page is checked again. If reloading was turned off, it stays off. */
export function hereAgain({ freshHref, reloadSeconds }: WaitingView): string {
  return reloadSeconds ? freshHref : stillHref(freshHref);
}

/** The expected duration, advice for the meantime, and when to stop waiting. */
export function waitingSteps({ texts, payment, reloadSeconds, freshHref }: WaitingView, isTimeOver = false): Html {
  const isWallet = isPaidInHtgOnly(payment.method);
  const items = (steps: readonly string[]) => steps.map((step) => html`<li>${step}</li>`);
  const takesSoLong = isWallet ? [texts.waitWallet, texts.waitPhone] : [texts.waitCard];
  // Screen reader users must be able to stop the page from restarting.
  const reloading = reloadSeconds
    ? html`${texts.reloads} <a class="link" href="${stillHref(freshHref)}">${texts.stopReloading}</a>`
    : html`${texts.reloadsNoMore}`;
  return html`<ul class="steps">${items(isTimeOver ? [] : takesSoLong)}<li>${reloading}</li>${items([texts.waitElsewhere, texts.waitTooLong])}</ul>`;
}
