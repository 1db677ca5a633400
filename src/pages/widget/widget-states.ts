import { receiptLines } from '../../features/receipts/receipt.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { formatMoney } from '../../platform/wording/format.ts';
import type { StateParts } from '../layout.ts';
import { signMark } from '../marks.ts';
import { details, orderSummary } from '../views/order-summary.ts';
import { hereAgain, waitingSteps, whomToAsk } from '../views/processing.ts';
import { resultClass, resultHead, resultText, titleAndState, wayOn, whatItWas } from '../views/result.ts';
import type { PaymentView } from '../views/view.ts';

/** The order. The shop's own page already shows it, so the page's script shows it only if the shop requests it. */
export function widgetSummary(view: PaymentView): Html {
  return html`<div class="summary" hidden>${orderSummary(view)}</div>`;
}

/** The customer has submitted, and the outcome is not known yet. */
export function widgetWaiting(view: PaymentView, words: string, attributes: Html | '' = ''): StateParts {
  const { texts, payment, language } = view;
  return {
    title: texts.processing,
    state: 'waiting',
    content: html`<section class="end" ${attributes}>
${signMark('clock')}
<h1>${texts.processing}</h1>
<p class="sum">${formatMoney(payment.amountMinor, payment.currency, language)}</p>
<p>${words}</p>
${waitingSteps(view)}
${details(whomToAsk(view))}
<a class="button quiet" href="${hereAgain(view)}">${texts.checkNow}</a>
</section>`,
  };
}

/** A final payment's outcome. The shop's page gets a message, and decides how to continue. */
export function widgetFinal(view: PaymentView): StateParts {
  const { payment, language } = view;
  const sum = html`<p class="sum">${formatMoney(payment.amountMinor, payment.currency, language)}</p>`;
  const isPaid = payment.status === 'completed';
  return {
    ...titleAndState(view),
    content: html`<section class="${resultClass(view)}">
${resultHead(view)}
${isPaid ? sum : ''}
${resultText(view)}
${wayOn(view)}
${isPaid ? receipt(view) : whatItWas(view)}
</section>`,
  };
}

/** Folded, because the shop's own page shows the order around the frame. */
function receipt(view: PaymentView): Html {
  const { title, fees } = view.texts.receipt;
  const lines = receiptLines(view, view.language);
  return html`<details class="data"><summary>${title}</summary>
${details(lines.map(({ label, value }) => [label, value] as const))}
<p class="soft">${fees}</p>
</details>`;
}
