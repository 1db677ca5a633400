import { html } from 'ghtml';
import { pageFrame } from '../page-frame.ts';
import { CARDS } from './cards.ts';
import type { Fields } from './sign-fields.ts';

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;margin:0;background:#eef1f5;color:#1c2733}
header{background:#0b3d6b;color:#fff;padding:.75rem 1rem;font-weight:bold}
main{max-width:26rem;margin:1rem auto;padding:1rem;background:#fff;border-radius:.5rem}
label{display:block;margin:1rem 0 .25rem}
input{font:inherit;padding:.6rem;width:100%;box-sizing:border-box;border:1px solid #6b7785;border-radius:.25rem}
button{font:inherit;font-weight:bold;padding:.75rem;width:100%;margin-top:1rem;border:0;border-radius:.25rem;background:#0b5cad;color:#fff}
button.plain{background:none;color:#0b3d6b;text-decoration:underline;font-weight:normal}
.error{color:#b3001b}.hint{font-size:.875rem;color:#47525e}td{padding-right:.75rem;vertical-align:top}`;

function page(title: string, content: string): string {
  return pageFrame({ title, brand: 'Card payment', style: STYLE, content });
}

/** The page on which a customer types a card. */
export function cardPage(view: {
  session: string;
  amount: string;
  currency: string;
  error?: string | undefined;
}): string {
  return page(
    'Payment details',
    html`<h1>Payment details</h1>
<p>Total amount: ${view.amount} ${view.currency}</p>
!${view.error === undefined ? '' : html`<p class="error" role="alert">${view.error}</p>`}
<form method="post" action="/pay/card">
<input type="hidden" name="session" value="${view.session}">
<label for="number">Card number</label>
<input id="number" name="card_number" inputmode="numeric" autocomplete="cc-number">
<label for="expiry">Expiry date (MM/YYYY)</label>
<input id="expiry" name="card_expiry" autocomplete="cc-exp">
<label for="cvn">Security code (CVN)</label>
<input id="cvn" name="card_cvn" inputmode="numeric" autocomplete="cc-csc">
<button name="action" value="pay">Pay</button>
<button class="plain" name="action" value="cancel">Cancel</button>
</form>
<p class="hint">Any future expiry date, any security code. The card number decides the result:</p>
<table class="hint">!${Object.entries(CARDS).map(
      ([number, { decision, reasonCode, does }]) =>
        html`<tr><td>${number}</td><td>${does} (${decision} ${reasonCode})</td></tr>`,
    )}</table>`,
  );
}

/** The page that has the customer's browser post the result to the merchant. */
export function resultPage(url: string, fields: Fields, isSentByItself: boolean): string {
  return page(
    'Back to the merchant',
    html`<h1>Back to the merchant</h1>
<form id="result" method="post" action="${url}">
!${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>Continue</button>
</form>
!${isSentByItself ? `<script>document.getElementById('result').submit()</script>` : ''}`,
  );
}

/** A page with a message and no way back. */
export function messagePage(title: string, message: string): string {
  return page(title, html`<h1>${title}</h1><p class="error" role="alert">${message}</p>`);
}
