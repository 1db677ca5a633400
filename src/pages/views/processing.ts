import { html } from 'ghtml';
import { methodName } from '../format.ts';
import { orderSummary } from './order-summary.ts';
import type { PaymentView } from './view.ts';

/** The customer has done their part, and the wallet has not answered yet. */
export function processingView(view: PaymentView): string {
  const { texts, payment, freshHref } = view;
  return html`<section class="sheet end">
<div class="sign" aria-hidden="true">…</div>
<h1>${texts.processing}</h1>
<p>${texts.processingText(methodName(payment.method, texts))}</p>
!${orderSummary(view)}
<a class="button quiet" href="${freshHref}">${texts.checkNow}</a>
</section>`;
}
