import { html } from 'ghtml';
import type { ShopEvent } from './merchant-simulator.ts';

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

/** The shop's own page with the gateway's card widget in it. */
export function cardPage(
  gatewayUrl: string,
  created: { client_secret: string; publishable_key: string; transaction_id: string },
): string {
  const options = { clientSecret: created.client_secret, publishableKey: created.publishable_key };
  const json = JSON.stringify(options).replaceAll('<', '\\u003c');
  const thanks = JSON.stringify(`/thanks?transaction_id=${encodeURIComponent(created.transaction_id)}`);
  return frame(
    'Pay by card',
    html`<h1>Pay by card</h1>
<div id="card"></div>
<script src="${gatewayUrl}/widget/v1/peye.js"></script>
<script>!${`Peye.mount('#card', { ...${json}, onResult: () => setTimeout(() => { location = ${thanks}; }, 1500) });`}</script>`,
  );
}

/** Where the customer comes back to. What the shop knows, it knows from webhooks. */
export function thanksPage(query: URLSearchParams, events: readonly ShopEvent[]): string {
  const id = query.get('transaction_id') ?? '';
  const event = events.find((one) => one.transactionId === id && one.isSigned);
  return frame(
    'Thank you',
    html`<h1>Thank you</h1>
<p>!${event ? html`The signed webhook <strong>${event.event}</strong> of payment ${id} has arrived: it is ${event.status}.` : html`No webhook of payment ${id} has arrived yet. <a href="?${query.toString()}">Look again</a>`}</p>
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
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem}
label{display:grid;gap:.25rem}input,select,button{font:inherit;padding:.5rem}small{color:#555}</style>
</head>
<body>
<main>
!${content}
<p><small>Simulator: no real money moves.</small></p>
</main>
</body>
</html>
`;
}
