import { html } from 'ghtml';
import { methodName } from '../format.ts';
import { returnLink } from '../return-link.ts';
import { orderSummary } from './order-summary.ts';
import type { PaymentView } from './view.ts';

/** The customer has done their part, and the wallet has not answered yet. */
export function processingView(view: PaymentView): string {
  const { texts, payment, freshHref, website, isWidget } = view;
  // It may take long, and the merchant hears of it without the customer.
  const link = isWidget ? undefined : returnLink(website?.returnUrl ?? null, payment);
  return html`<section class="sheet end">
<div class="sign" aria-hidden="true">…</div>
<h1>${texts.processing}</h1>
<p>${texts.processingText(methodName(payment.method, texts))}</p>
!${orderSummary(view)}
<a class="button quiet" href="${freshHref}">${texts.checkNow}</a>
!${link && html`<a class="button quiet" href="${link}" rel="noreferrer">${texts.returnToMerchant}</a>`}
</section>`;
}
