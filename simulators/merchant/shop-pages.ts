import { html } from 'ghtml';
import type { ShopEvent } from './shop-event.ts';

const METHODS = [
  ['moncash', 'MonCash'],
  ['natcash', 'NatCash'],
  ['lakaypay_card', 'LakayPay card'],
  ['card', 'Card'],
] as const;

/** Where a rehearsal's customer buys. */
export function shopPage(): string {
  return frame(
    'A shop',
    html`<h1>A shop</h1>
<form method="post" action="/buy">
<p><label>Amount <input name="amount" inputmode="decimal" value="500" required></label></p>
<p><label>Currency <select name="currency"><option>HTG</option><option>USD</option></select></label></p>
<p><label>Pay with <select name="payment_method">!${METHODS.map(([value, name]) => html`<option value="${value}">${name}</option>`)}</select></label></p>
<p><label>Your name <input name="customer_name" value="Marie Joseph" required></label></p>
<p><label>Repeat (LakayPay card) <select name="recurring_interval"><option value="">no</option><option>daily</option><option>weekly</option><option>monthly</option><option>yearly</option></select></label></p>
<button>Buy</button>
</form>`,
  );
}

/** What the shop keeps of a card payment, to show its form. */
export interface Checkout {
  readonly transaction_id: string;
  readonly client_secret: string;
  readonly publishable_key: string;
}

/** The shop's own page with the gateway's card widget in it. */
export function cardPage(gatewayUrl: string, checkout: Checkout): string {
  const options = { clientSecret: checkout.client_secret, publishableKey: checkout.publishable_key };
  const json = JSON.stringify(options).replaceAll('<', '\\u003c');
  const thanks = `/thanks?${new URLSearchParams({ transaction_id: checkout.transaction_id })}`;
  return frame(
    'Pay by card',
    html`<h1>Pay by card</h1>
<div id="card"></div>
<p id="over" hidden><a href="${thanks}">Go on to the shop</a></p>
<script src="${gatewayUrl}/widget/v1/peye.js"></script>
<script>!${`Peye.mount('#card', { ...${json}, onResult: () => { document.getElementById('over').hidden = false; } });`}</script>`,
  );
}

/** An order that the gateway did not take. */
export function refusedPage(reason: string): string {
  return frame(
    'Not ordered',
    html`<h1>Not ordered</h1>
<p role="alert">The gateway did not take the payment. ${reason}</p>
<p><a href="/">Back to the shop</a></p>`,
  );
}

export function messagePage(title: string): string {
  return frame(title, html`<h1>${title}</h1>`);
}

/** Where the customer comes back to. What the shop knows, it knows from webhooks. */
export function thanksPage(query: URLSearchParams, events: readonly ShopEvent[]): string {
  const id = query.get('transaction_id') ?? '';
  const event = events.find((one) => one.transactionId === id && one.isSigned);
  const title = !event ? 'Your order' : event.status === 'completed' ? 'Thank you' : 'Not paid';
  return frame(
    title,
    html`<h1>${title}</h1>
<p>!${
      event
        ? html`The signed webhook <strong>${event.event}</strong> of payment ${id} has arrived: ${event.amount}, ${event.status}.`
        : html`No signed webhook of payment ${id} has arrived yet. <a href="?${query.toString()}">Look again</a>`
    }</p>
<p><a href="/">Back to the shop</a></p>`,
  );
}

function frame(title: string, content: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>*{box-sizing:border-box}body{font:1rem/1.6 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:1rem;color:#222}
.note{margin:0 0 1rem;padding:.5rem;text-align:center;background:#fff4cf;color:#4d3b00}p{overflow-wrap:anywhere}
label{display:grid;gap:.25rem}input,select,button{font:inherit;width:100%;min-height:2.75rem;padding:.5rem;border:1px solid #767676;border-radius:.25rem;background:#fff}
button{border:0;background:#1d4d2b;color:#fff;font-weight:bold}a{color:#1d4d2b}</style>
</head>
<body>
<p class="note">Simulator: no real money</p>
<main>
!${content}
</main>
</body>
</html>
`;
}
