import { receiptLines } from '../../features/receipts/receipt.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { PaymentView } from './view.ts';

/** The receipt of a completed payment, and how to save it: the browser prints it, without a script. */
export function receiptView(view: PaymentView): Html {
  const { language, texts } = view;
  const lines = receiptLines(view, language).map(
    ({ label, value, isTotal }) =>
      html`<div class="row${isTotal ? ' total' : ''}"><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`,
  );
  return html`<h2>${texts.receipt.title}</h2>
<dl class="receipt">${lines}</dl>
<p class="soft">${texts.receipt.fees}</p>
<p class="soft screen">${texts.receipt.keep}</p>`;
}
