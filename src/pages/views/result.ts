import { html } from 'ghtml';
import type { Payment } from '../../domain/payment.ts';
import { formatMoney } from '../../wording/format.ts';
import type { Texts } from '../../wording/wording.ts';
import type { PageParts } from '../layout.ts';
import { finalState } from '../page-state.ts';
import { returnLink } from '../return-link.ts';
import type { Taken } from '../taken-for.ts';
import { details } from './order-summary.ts';
import { receiptView } from './receipt.ts';
import type { PaymentView } from './view.ts';

/** The parts of a page that shows a final payment. */
export function finalParts(view: PaymentView): Pick<PageParts, 'content' | 'title' | 'state'> {
  const { payment, texts, taken } = view;
  return { content: resultView(view), title: resultTitle(payment, texts), state: finalState(payment, taken) };
}

/** A final payment: its outcome in words, its receipt when it was paid, and the way back. */
function resultView(view: PaymentView): string {
  const { payment, website, texts, taken } = view;
  const isPaid = payment.status === 'completed';
  const link = returnLink(website?.returnUrl ?? null, payment);
  return html`<section class="sheet end ${isPaid ? 'paid' : 'failed'}">
<div class="sign" aria-hidden="true">${isPaid ? '✓' : '✕'}</div>
<h1>${resultTitle(payment, texts)}</h1>
<p class="sum">${formatMoney(payment.amountMinor, payment.currency)}</p>
!${resultText(payment, texts, taken)}
!${isPaid ? receiptView(view) : whatItWas(view)}
!${link && html`<a class="button" href="${link}" rel="noreferrer">${texts.returnToMerchant}</a>`}
!${isPaid && !link ? html`<p class="screen">${texts.receipt.end}</p>` : ''}
</section>`;
}

function whatItWas({ payment, website, texts }: PaymentView): string {
  return details([
    [texts.merchant, website?.name ?? null],
    [texts.reference, payment.reference],
    [texts.transaction, String(payment.id)],
  ]);
}

/** The outcome of a final payment, and of the customer's money. */
export function resultText({ status, failureReason }: Payment, texts: Texts, taken: Taken): string {
  if (status === 'completed') return html`<p>${texts.paidText}</p>`;
  if (taken === 'late') return html`<p>${texts.paidLate}</p>`;
  const reason = html`<p>${texts.reasons[failureReason ?? 'provider_error']}</p>`;
  if (failureReason === 'amount_mismatch') return reason;
  return html`!${reason}
<p data-taken="${taken}">${taken === 'nothing' ? texts.nothingPaid : texts.perhapsPaid}</p>`;
}

/** What a final payment is called. */
export function resultTitle({ status, failureReason }: Payment, texts: Texts): string {
  if (status === 'completed') return texts.paid;
  if (failureReason === 'cancelled') return texts.cancelled;
  return failureReason === 'expired' ? texts.expired : texts.failed;
}
