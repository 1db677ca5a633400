import { html } from 'ghtml';
import { methodName } from '../../wording/format.ts';
import { returnLink } from '../return-link.ts';
import { orderSummary } from './order-summary.ts';
import type { PaymentView } from './view.ts';

/**
 * The customer has done their part, and the provider's result is missing. Or, with `isTimeOver`, nobody can start to pay
 * any more, but an earlier attempt may have paid.
 */
export function processingView(view: PaymentView, isTimeOver = false): string {
  const { texts, payment, freshHref, website } = view;
  // It may take long, and the merchant learns of it without the customer.
  const link = returnLink(website?.returnUrl ?? null, payment);
  return html`<section class="sheet end">
<div class="sign" aria-hidden="true">…</div>
<h1>${isTimeOver ? texts.expired : texts.processing}</h1>
<p>${isTimeOver ? texts.timeIsOverText : texts.processingText(methodName(payment.method, texts))}</p>
!${orderSummary(view)}
<a class="button quiet" href="${freshHref}">${texts.checkNow}</a>
!${link && html`<a class="button quiet" href="${link}" rel="noreferrer">${texts.returnToMerchant}</a>`}
</section>`;
}
