import { html } from 'ghtml';
import { type ReceiptLine, receiptLines } from '../../receipts/receipt.ts';
import { formatMoney } from '../../wording/format.ts';
import type { Texts } from '../../wording/wording.ts';
import { finalState } from '../page-state.ts';
import type { WidgetParts } from '../widget-layout.ts';
import { orderSummary } from './order-summary.ts';
import { resultText, resultTitle } from './result.ts';
import type { PaymentView } from './view.ts';

type Parts = Pick<WidgetParts, 'content' | 'title' | 'state'>;

/** What is bought. The shop's own page says so already, so it is shown only when the shop asks for it: by the page's script. */
export function widgetSummary(view: PaymentView): string {
  return html`<div class="summary" hidden>!${orderSummary(view)}</div>`;
}

/** The customer has done their part, and the outcome is not known yet. */
export function widgetWaiting(
  { texts, freshHref, payment, language }: PaymentView,
  words: string,
  attributes = '',
): Parts {
  return {
    title: texts.processing,
    state: 'waiting',
    content: html`<section class="end" !${attributes}>
<div class="sign" aria-hidden="true">…</div>
<h1>${texts.processing}</h1>
<p class="sum">${formatMoney(payment.amountMinor, payment.currency, language)}</p>
<p>${words}</p>
<a class="button quiet" href="${freshHref}">${texts.checkNow}</a>
</section>`,
  };
}

/** A final payment: its outcome in words. The way on is the shop's, whose page is told. */
export function widgetFinal(view: PaymentView): Parts {
  const { payment, texts, website, language, taken } = view;
  const isPaid = payment.status === 'completed';
  const title = resultTitle(view);
  return {
    title,
    state: finalState(payment, taken),
    content: html`<section class="end ${isPaid ? 'paid' : 'failed'}">
<div class="sign" aria-hidden="true">${isPaid ? '✓' : '✕'}</div>
<h1>${title}</h1>
<p class="sum">${formatMoney(payment.amountMinor, payment.currency, language)}</p>
!${resultText(view)}
!${isPaid ? receipt(receiptLines(payment, website, language), texts) : html`<p class="soft">${texts.transaction} ${payment.id}</p>`}
</section>`,
  };
}

function receipt(lines: readonly ReceiptLine[], texts: Texts): string {
  return html`<details class="data"><summary>${texts.receipt.title}</summary>
<dl>!${lines.map(({ label, value }) => html`<div class="row"><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
<p class="soft">${texts.receipt.fees}</p>
</details>`;
}
