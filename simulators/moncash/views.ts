import { html } from 'ghtml';
import { pageFrame } from '../page-frame.ts';

/** Opens every simulated wallet. */
export const PIN = '1234';
export const CODE = '123456';

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;margin:0;background:#f4f4f4;color:#222}
header{background:#8a0016;color:#fff;padding:.75rem 1rem;font-weight:bold}
main{max-width:24rem;margin:1rem auto;padding:1rem;background:#fff;border-radius:.5rem}
label{display:block;margin:1rem 0 .25rem}
.number{display:flex;align-items:center;gap:.5rem}
input{font:inherit;padding:.6rem;width:100%;box-sizing:border-box;border:1px solid #767676;border-radius:.25rem}
button{font:inherit;font-weight:bold;padding:.75rem;width:100%;margin-top:1rem;border:0;border-radius:.25rem;background:#b3001b;color:#fff}
button.link{background:none;color:#8a0016;text-decoration:underline;font-weight:normal}
.error{color:#b3001b}.hint{font-size:.875rem;color:#555}`;

function page(title: string, content: string): string {
  return pageFrame({ title, brand: 'MonCash', style: STYLE, content });
}

/** The address to which a form of the page is sent, and the errors in the last values. */
interface FormView {
  readonly action: string;
  readonly amount: string;
  readonly error?: string | undefined;
}

/** The first page: the wallet's number and its PIN. */
export function paymentPage(view: FormView & { readonly phone?: string }): string {
  return page(
    'Secure Payment',
    html`<h1>Secure Payment</h1>
<p>Total: ${view.amount} HTG</p>
!${errorText(view)}
<form method="post" action="${view.action}">
<label for="phone">MonCash number</label>
<div class="number"><span>509</span>
<input id="phone" name="phone" inputmode="numeric" autocomplete="tel-national" required value="${view.phone}"></div>
<label for="pin">PIN</label>
<input id="pin" name="pin" type="password" inputmode="numeric" autocomplete="off" required>
<button name="step" value="pay">Pay</button>
</form>
<p class="hint">Any number of eight digits has a wallet here, and the PIN ${PIN}.</p>`,
  );
}

/** The second page: the code that came by SMS. */
export function codePage(view: FormView & { readonly session: string }): string {
  return page(
    'Security Code',
    html`<h1>Security Code</h1>
<p>Total: ${view.amount} HTG</p>
!${errorText(view)}
<form method="post" action="${view.action}">
<input type="hidden" name="session" value="${view.session}">
<label for="code">Security Code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code">
<button name="step" value="send">Send</button>
<button class="link" name="step" value="resend">Resend code</button>
</form>
<p class="hint">The code is ${CODE}.</p>`,
  );
}

/** A dead end: the real page does not lead back to the merchant either. */
export function errorPage(message: string): string {
  return page('Error page', html`<h1>MonCash Button – Error page</h1><p class="error" role="alert">${message}</p>`);
}

function errorText({ error }: FormView): string {
  return error === undefined ? '' : html`<p class="error" role="alert">${error}</p>`;
}
