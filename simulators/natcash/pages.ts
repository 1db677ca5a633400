import { html } from 'ghtml';
import { gourdesInWords } from './amounts.ts';
import type { Order } from './ledger.ts';
import { TEXTS } from './texts.ts';

const STYLE = `body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f2f3f6;color:#1b1d23}
main{max-width:26rem;margin:1rem auto;padding:1rem;background:#fff;border-radius:.5rem}
.note{margin:0;padding:.5rem;text-align:center;background:#fff4cf;color:#4d3b00}
h1{font-size:1.25rem;color:#0a4a9f}label{display:block;font-weight:600}
input{box-sizing:border-box;width:100%;padding:.7rem;font:inherit;border:1px solid #8b909c;border-radius:.3rem}
button{width:100%;margin-top:.7rem;padding:.8rem;font:inherit;font-weight:600;border:0;border-radius:.3rem;background:#0a4a9f;color:#fff}
button.plain{background:#fff;color:#0a4a9f;border:1px solid #0a4a9f}.bad{color:#b3001e}.hint{color:#565b66}`;

/** The errors in the customer's input. */
export type Mistake = 'phoneWrong' | 'codeWrong';

/** The step at which an order's customer is. */
export function paymentPage(order: Order, mistake?: Mistake): string {
  const texts = TEXTS[order.language];
  const step = order.hasPhone
    ? { action: 'code', name: 'code', label: texts.code, button: texts.pay, value: '', hint: texts.codeHint }
    : {
        action: 'phone',
        name: 'phone',
        label: texts.phone,
        button: texts.continue,
        value: order.phone?.slice(3) ?? '',
        hint: texts.phoneHint,
      };
  const content = html`<p>${texts.total} <strong>${gourdesInWords(order.amountMinor)}</strong></p>
<p class="hint">${order.orderNumber}</p>
!${mistake ? html`<p class="bad" role="alert">${texts[mistake]}</p>` : ''}
<form method="post" action="/${step.action}?token=${order.token}">
<label for="field">${step.label}</label>
<input id="field" name="${step.name}" inputmode="numeric" autocomplete="off" aria-describedby="hint" value="${step.value}">
<p class="hint" id="hint">${step.hint}</p>
<button>${step.button}</button>
</form>
<form method="post" action="/cancel?token=${order.token}"><button class="plain">${texts.cancel}</button></form>`;
  return page(order.language, content);
}

/** An order that can no longer be paid. It has a link back to the merchant if there is a result to report. */
export function finishedPage(order: Order, backUrl: string | undefined): string {
  const texts = TEXTS[order.language];
  const back = backUrl === undefined ? '' : html`<p><a href="${backUrl}">${texts.back}</a></p>`;
  return page(order.language, html`<p>${backUrl === undefined ? texts.expired : texts.finished}</p>!${back}`);
}

export function unknownPage(): string {
  return page('ht', html`<p>${TEXTS.ht.expired}</p>`);
}

function page(language: Order['language'], content: string): string {
  const texts = TEXTS[language];
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title}</title><link rel="icon" href="data:,"><style>!${STYLE}</style></head>
<body><p class="note">${texts.notReal}</p><main><h1>${texts.title}</h1>
!${content}
</main></body></html>
`;
}
