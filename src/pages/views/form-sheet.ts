import { html } from 'ghtml';
import { methodMark } from '../marks.ts';
import { errorSummary } from './field.ts';
import { orderSummary } from './order-summary.ts';
import type { PaymentView } from './view.ts';

/** What is wrong, what is bought, and below it how it is paid. `content` is HTML of ours. */
export function formSheet(view: PaymentView, title: string, content: string): string {
  return html`!${errorSummary(view)}
<section class="sheet order">!${orderSummary(view)}</section>
<section class="sheet">
<h1>!${methodMark(view.payment.method)}${title}</h1>
!${content}
</section>`;
}
