import { html } from 'ghtml';
import { formatAmount } from '../../../domain/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/payment.ts';
import type { AmountRange } from '../../../payments/amount-limits.ts';
import { code, inline, shell, source, table, warning } from '../markup.ts';
import type { DocumentedGateway, Section } from './section.ts';

const FLOWS: Record<PaymentMethod, string> = {
  moncash: 'Redirect to `payment_url`. Paid in gourdes.',
  natcash: 'Redirect to `payment_url`. Paid in gourdes. The answer adds `natcash_reference`.',
  lakaypay_card: 'Redirect to `payment_url`. Gourdes or dollars. Can recur.',
  card: 'The card widget in your own page. Gourdes or dollars. In live mode the website needs an approval.',
};

/** The four methods, and what each may charge on this gateway. */
export function methodsSection({ amountLimits, publicUrl }: DocumentedGateway): Section {
  const limits = (method: PaymentMethod) =>
    Object.entries(amountLimits[method])
      .map(([currency, range]) => html`<span>${rangeText(method, currency, range)}</span>`)
      .join('<br>');
  return {
    id: 'methods',
    title: 'Payment methods and limits',
    content: html`!${table(
      'The values of payment_method',
      ['Method', 'How the customer pays', 'Limits here'],
      PAYMENT_METHODS.map((method) => [code(method), inline(FLOWS[method]), limits(method)]),
    )}
<p>!${inline('Limits are compared with what the customer is charged, after a conversion. Below or above them the answer is 400 `amount_too_low` or `amount_too_high`, and its message states the limit. Whatever the method, the `amount` of a request is at least 1.')}</p>
<p>!${inline('A method that is switched off for your website, or has no provider in live mode, answers 400 `payment_method_not_available`.')}</p>
<h3 id="methods-redirect">Paying on a page</h3>
<p>!${inline('`moncash`, `natcash` and `lakaypay_card` answer with a `payment_url`. Redirect the browser there as it is; do not put it into a frame. Afterwards the customer can return to the return address of your website, if it has one; `transaction_id` and `reference` are added to its query, and never a status.')}</p>
<h3 id="methods-card">Cards</h3>
<p>!${inline('`card` answers with `client_secret`, `publishable_key` and `payment_intent_id` instead of `payment_url`. Hand the first two to the card widget in your page: the card number goes from the browser to the card provider and never touches your server nor, in live mode, the gateway. The creation says `requires_payment_method`; reads say `pending` until the customer submits the card.')}</p>
!${source('In your page', widgetSample(publicUrl))}
!${warning('<p><code>onResult</code> comes through the browser of the customer, so it proves nothing. Confirm the payment from your server, as after every payment.</p>')}
<h3 id="methods-recurring">Recurring payments</h3>
<p>!${inline('`lakaypay_card` takes `recurring: true` together with `recurring_interval` (`daily`, `weekly`, `monthly`, `yearly`) and, if you like, `recurring_interval_count`: the number of intervals between two charges, 1 to 12. With another method, or without `recurring`, these fields are refused with 422.')}</p>
<p>!${inline('The customer makes the first payment. Once it is completed, the same card is charged by itself each interval, counted from that moment in UTC; the 31st is the last day of a short month. Every charge is a new payment with a `transaction_id` and a webhook of its own, and with the amount, `reference`, `customer` and `metadata` of the first. A charge that never reached the bank fails as `expired` or `provider_error` and is made again by another payment; no period is completed twice. After several declined periods in a row it stops. To end it, ask the operator of the gateway.')}</p>
<p>In the sandbox, the operator moves time for one recurring payment:</p>
!${shell('Charge all that is due until a day', 'bin/peye recurring advance sub_$TRANSACTION_ID --to 2027-01-31')}
`,
  };
}

function widgetSample(publicUrl: string): string {
  return `<div id="card"></div>
<script src="${publicUrl}/widget/v1/peye.js"></script>
<script>
  Peye.mount('#card', {
    clientSecret: 'the client_secret of the answer',
    publishableKey: 'the publishable_key of the answer',
    onResult({ transaction_id, status }) {
      location.href = '/thanks?id=' + transaction_id;
    },
  });
</script>`;
}

function rangeText(method: PaymentMethod, currency: string, { minMinor, maxMinor }: AmountRange): string {
  const least = method === 'card' && currency === 'HTG' ? 'card_minimum' : grouped(minMinor);
  return `${least} to ${grouped(maxMinor)} ${currency}`;
}

/** 7500000 is "75,000". */
function grouped(amountMinor: number): string {
  return formatAmount(amountMinor)
    .replace(/\.00$/, '')
    .replaceAll(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
}
