import { isPaidInHtgOnly } from '../../domain/payment.ts';
import { type Html, html } from '../../lib/html.ts';
import { contactLine } from '../../receipts/receipt.ts';
import { methodName } from '../../wording/format.ts';
import { signMark } from '../marks.ts';
import { stillHref } from '../page-href.ts';
import { orderSummary } from './order-summary.ts';
import type { PaymentView } from './view.ts';
import { wayBack } from './way-back.ts';

/**
 * The customer has done their part, and the provider's result is missing. Or, with `isTimeOver`, nobody can start to pay
 * any more, but an earlier attempt may have paid.
 */
export function processingView(view: PaymentView, isTimeOver = false): Html {
  // It may take long, and the merchant learns of it without the customer.
  return html`<section class="sheet end">
${waitingView(view, isTimeOver)}
${wayBack(view, { isQuiet: true })}
</section>
<section class="sheet">${orderSummary(view, whomToAsk(view))}</section>`;
}

/** What a page is to name that sends its reader to the merchant: the number to give, and where to. */
export function whomToAsk({
  texts,
  payment,
  website,
  language,
}: Pick<PaymentView, 'texts' | 'payment' | 'website' | 'language'>) {
  return [[texts.transaction, String(payment.id)], contactLine(website, language)] as const;
}

/** That the result is missing, what there is to know while it is, and a way to look again. */
export function waitingView(view: WaitingView, isTimeOver = false): Html {
  const { texts, payment } = view;
  return html`${signMark('clock')}
<h1>${isTimeOver ? texts.timeIsOver : texts.processing}</h1>
<p>${isTimeOver ? texts.timeIsOverText : texts.processingText({ method: methodName(payment.method, texts) })}</p>
${waitingSteps(view, isTimeOver)}
<a class="button quiet" href="${hereAgain(view)}">${texts.checkNow}</a>`;
}

type WaitingView = Pick<PaymentView, 'texts' | 'payment' | 'reloadSeconds' | 'freshHref'>;

/** Where a page that waits is looked at once more: one that was asked to stay as it is goes on to. */
export function hereAgain({ freshHref, reloadSeconds }: WaitingView): string {
  return reloadSeconds ? freshHref : stillHref(freshHref);
}

/** How long it takes, what to do meanwhile, and when to stop waiting. */
export function waitingSteps({ texts, payment, reloadSeconds, freshHref }: WaitingView, isTimeOver = false): Html {
  const isWallet = isPaidInHtgOnly(payment.method);
  const items = (steps: readonly string[]) => steps.map((step) => html`<li>${step}</li>`);
  const takesSoLong = isWallet ? [texts.waitWallet, texts.waitPhone] : [texts.waitCard];
  // Who has a page read out must be able to stop it from beginning anew.
  const reloading = reloadSeconds
    ? html`${texts.reloads} <a class="link" href="${stillHref(freshHref)}">${texts.stopReloading}</a>`
    : html`${texts.reloadsNoMore}`;
  return html`<ul class="steps">${items(isTimeOver ? [] : takesSoLong)}<li>${reloading}</li>${items([texts.waitElsewhere, texts.waitTooLong])}</ul>`;
}
