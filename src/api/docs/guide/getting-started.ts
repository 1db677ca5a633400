import { html } from 'ghtml';
import { TEST_CODE, TEST_PIN } from '../../../providers/sandbox/test-wallets.ts';
import { code, inline, note, shell, source, warning } from '../markup.ts';
import type { DocumentedGateway, Section } from './section.ts';

const BODY =
  '{"amount": 500, "currency": "HTG", "payment_method": "moncash", "customer_name": "Marie Joseph", "reference": "order-1042"}';

/** From a key to a paid order, and how keys work. */
export function gettingStartedSections({ baseUrl }: DocumentedGateway): Section[] {
  return [
    { id: 'quick-start', title: 'Quick start', content: quickStart(baseUrl) },
    { id: 'authentication', title: 'Authentication and keys', content: authentication() },
  ];
}

function quickStart(baseUrl: string): string {
  return html`<p>Five steps from a test key to a paid order. They take about two minutes, and no money moves.</p>
<h3 id="quick-start-key">1. Take your test key</h3>
<p>The gateway prints a test key when it starts on an empty store; later, its operator makes keys. Put it where the commands below find it.</p>
!${shell('Your terminal', 'export PEYE_KEY=tk_test_…')}
<h3 id="quick-start-create">2. Create a payment</h3>
<p>Do this on your server, when the customer has chosen to pay.</p>
!${shell('Create a payment of 500 gourdes', `curl "${baseUrl}/payments" \\\n  -H "X-Api-Key: $PEYE_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${BODY}'`)}
<p>!${inline('Store the `transaction_id` of the answer with your order **before** you go on. Read `amount` and `currency` from the answer too, because they are what the customer will be charged.')}</p>
!${shell('Keep the id for the next commands', 'export TRANSACTION_ID=915840412345678')}
<h3 id="quick-start-redirect">3. Send the customer to pay</h3>
<p>!${inline('Redirect the browser to `payment_url`. With a test key the page is a simulation: enter the number `37000001`, the PIN')} !${code(TEST_PIN)} and the code !${code(TEST_CODE)}. Or finish the payment without a page:</p>
!${shell('Pay it, as the customer would', `curl -X POST "${baseUrl}/test_helpers/payments/$TRANSACTION_ID/complete" \\\n  -H "X-Api-Key: $PEYE_KEY"`)}
<h3 id="quick-start-confirm">4. Confirm the payment</h3>
!${warning(html`<p><strong>A customer who comes back is no proof of payment.</strong> Anybody can open your return address. Deliver the order only when one of these says so:</p><ul><li>a signed !${code('payment.success')} webhook (<a href="#webhooks">more</a>), or</li><li>a read that answers !${code('status')} equal to !${code('completed')}.</li></ul>`)}
!${shell('Read the payment', `curl "${baseUrl}/payments/$TRANSACTION_ID" \\\n  -H "X-Api-Key: $PEYE_KEY"`)}
<p>Compare !${code('amount')} and !${code('currency')} with what the creation answered, as decimals or as text, never as floating-point numbers. Then mark the order as paid, once.</p>
<h3 id="quick-start-live">5. Go live</h3>
<p>!${inline('Swap the `tk_test_…` key for a `tk_live_…` one. The address, the requests and the answers stay the same. Beforehand, make sure that your server')}</p>
<ul>
<li>handles a failed payment, not only a paid one;</li>
<li>can take the same event twice (<a href="#webhooks-twice">why</a>);</li>
<li>looks a payment up before it repeats a creation (<a href="#idempotency">how</a>);</li>
<li>asks about orders that stay open, every few minutes, with <a href="#readPayment">read</a> or <a href="#verifyPayment">verify</a>.</li>
</ul>
!${source(
    'The whole of it on a Node server',
    `// When the customer pays:
const answer = await fetch(process.env.PEYE_URL + '/payments', {
  method: 'POST',
  headers: { 'X-Api-Key': process.env.PEYE_KEY, 'Content-Type': 'application/json' },
  body: JSON.stringify({
    amount: 500,
    currency: 'HTG',
    payment_method: 'moncash',
    customer_name: order.customerName,
    reference: order.id,
  }),
});
const payment = await answer.json();
if (!answer.ok) throw new Error(payment.error + ': ' + payment.message);
await orders.update(order.id, { transactionId: payment.transaction_id, amount: payment.amount });
redirect(payment.payment_url);

// When the customer comes back, and from a job for orders that stay open:
const { data } = await (await fetch(process.env.PEYE_URL + '/payments/' + order.transactionId, {
  headers: { 'X-Api-Key': process.env.PEYE_KEY },
})).json();
if (data.status === 'completed' && data.amount === order.amount) await orders.markPaidOnce(order.id);
if (data.status === 'failed') await orders.offerToPayAgain(order.id, data.failure_reason);`,
  )}
`;
}

function authentication(): string {
  return html`<p>Every request carries your key in the header !${code('X-Api-Key')}.</p>
<ul>
<li>!${inline('`tk_test_…` keys belong to the sandbox: payments are simulated.')}</li>
<li>!${inline('`tk_live_…` keys move money.')}</li>
</ul>
<p>A key belongs to one website, and sees the payments of that website and of its own kind, test or live; anything else is a 404. Listing shows the payments that were created with the key itself.</p>
!${warning(html`<p><strong>Keys stay on your server.</strong> Keep them in an environment variable, never in source code, an app or a web page. A key is shown once, when it is made; only its hash is stored.</p>`)}
<p>If a key may have leaked, the operator rolls it: it gets a new secret, and the old one works until the overlap ends (24 hours unless another time is chosen). A rolled key still lists its payments. Changes of keys and websites count within 10 seconds.</p>
<p>!${inline('A missing key is answered with 401 `API key is required`, an unknown one with 401 `Invalid API key`, and one that is deactivated, or whose website is, with 403.')} Never repeat a request with an invalid key in a loop: see <a href="#rate-limits">rate limits</a>.</p>
!${note(html`<p>The webhook secret !${code('whsec_…')} is not an API key. It only serves to check <a href="#webhooks-signature">signatures</a>.</p>`)}
`;
}
