import type { Attempt, ExtraFields, Typed } from '../../examples/shop/create-shop.mjs';
import { html } from '../../examples/shop/html.mjs';
import type { ShopEvent } from './shop-event.ts';

const INTERVALS = ['daily', 'weekly', 'monthly', 'yearly'];
const AMOUNT = /^\d{1,9}([.,]\d{1,2})?$/;

/**
 * The parts of a rehearsal's shop that the example does not have: a checkout without a cart, for any amount and for subscriptions, and on
 * an order's page the webhook that has arrived. Only people who rehearse see them, so they are in English.
 */
export function anyAmount(events: readonly ShopEvent[]): ExtraFields {
  return {
    title: 'Any amount',
    fields: (typed, error) => html`<p><label for="amount">Amount</label>
<input id="amount" name="amount" inputmode="decimal" value="${typed.amount ?? '500'}"${error && html` aria-invalid="true" aria-describedby="amount-error"`}>
${error && html`<span class="error" id="amount-error">${error}</span>`}</p>
<p><label for="recurring">Repeat (LakayPay card)</label>
<select id="recurring" name="recurring_interval">${['', ...INTERVALS].map((interval) => option(interval, typed.recurring_interval ?? ''))}</select></p>`,
    errors: ({ amount = '' }) => (AMOUNT.test(amount.trim()) ? {} : { amount: 'amount' }),
    order: orderOf,
    note: (attempt) => noteOf(attempt, events),
  };
}

function option(interval: string, chosen: string) {
  return html`<option value="${interval}"${interval === chosen && html` selected`}>${interval || 'no'}</option>`;
}

function orderOf({ amount = '', currency, recurring_interval: interval = '' }: Typed) {
  const [whole = '', fraction = ''] = amount.trim().split(/[.,]/);
  return {
    description: 'Any amount',
    total: {
      minor: Number(whole) * 100 + Number(fraction.padEnd(2, '0')),
      currency: currency === 'USD' ? 'USD' : 'HTG',
    },
    ...(INTERVALS.includes(interval) && { paymentFields: { recurring: true, recurring_interval: interval } }),
  };
}

function noteOf(attempt: Attempt | undefined, events: readonly ShopEvent[]) {
  if (attempt?.transactionId === undefined) return undefined;
  const event = events.find((one) => one.transactionId === attempt.transactionId && one.isSigned);
  return event
    ? html`<p class="hint">The signed webhook <strong>${event.event}</strong> has arrived: ${event.amount}, ${event.status}.</p>`
    : html`<p class="hint">No signed webhook has arrived yet.</p>`;
}
