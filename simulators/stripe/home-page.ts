import { html } from 'ghtml';
import { CARDS } from './cards.ts';
import { amountRefunded, type Intent } from './intent.ts';
import { page } from './page.ts';

/** The start page, on which a person sees the intents and acts on them. */
export function homePage(intents: readonly Intent[], settings: Readonly<Record<string, string>>): string {
  const rows = intents.map(section);
  return page(
    'Stripe simulator',
    html`<section><h2>Settings for the gateway</h2>
<pre>${Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n')}</pre>
<p>Faults: <a href="/_simulator/faults">/_simulator/faults</a> (GET, and POST of JSON). Records: <a href="/_simulator/book">/_simulator/book</a>.</p>
<form method="post" action="/_simulator/webhooks/release"><button>Deliver the events that are held back</button></form>
</section>
!${rows.length > 0 ? rows : '<p>No PaymentIntent yet.</p>'}`,
  );
}

function section(intent: Intent): string {
  const { id, amount, currency, status, metadata, lastPaymentError } = intent;
  return html`<section>
<h2><code>${id}</code></h2>
<p>${(amount / 100).toFixed(2)} ${currency.toUpperCase()}, <strong>${status}</strong>, transaction ${metadata.transaction_id ?? 'unknown'}</p>
!${lastPaymentError && html`<p>${lastPaymentError.message}</p>`}
!${forms(intent)}
</section>`;
}

function forms(intent: Intent): string {
  const { id, status } = intent;
  const button = (action: string, label: string) => html`<button name="action" value="${action}">${label}</button>`;
  const buttons = {
    requires_payment_method: `${cardField(id)}${button('confirm', 'Pay with this card')}${button('cancel', 'Cancel')}`,
    requires_action: `${button('authenticate', 'Complete 3D Secure')}${button('refuse', 'Fail 3D Secure')}${button('cancel', 'Cancel')}`,
    processing: button('settle', 'Settle'),
    succeeded: returnButtons(intent, button),
    canceled: '',
  }[status];
  return html`<form method="post" action="/_simulator/intents/${id}">!${buttons}</form>`;
}

/** Returns the buttons that refund a paid intent, finish its newest refund, or dispute its charge. */
function returnButtons(intent: Intent, button: (action: string, label: string) => string): string {
  const { dispute, amountReceived } = intent;
  const isOpen = dispute !== null && dispute.status !== 'won' && dispute.status !== 'lost';
  const newest = intent.refunds.at(-1)?.status;
  return [
    amountRefunded(intent) < amountReceived && button('refund', 'Refund'),
    newest === 'pending' && button('refund_succeeded', 'Refund succeeds'),
    (newest === 'pending' || newest === 'succeeded') && button('refund_failed', 'Refund comes back'),
    dispute === null && button('dispute', 'Customer disputes it'),
    dispute?.status === 'needs_response' && button('dispute_evidence', 'Evidence sent'),
    isOpen && button('dispute_won', 'Dispute won') + button('dispute_lost', 'Dispute lost'),
  ]
    .filter(Boolean)
    .join('');
}

function cardField(id: string): string {
  const options = Object.entries(CARDS).map(([number, { asks3ds, decline }]) => {
    const words = [asks3ds && '3D Secure', decline ? (decline.decline_code ?? decline.code) : 'pays'];
    return html`<option value="${number}">${number}: ${words.filter(Boolean).join(', then ')}</option>`;
  });
  return html`<label for="card-${id}">Card</label> <select id="card-${id}" name="card">!${options}</select>`;
}
