import { html } from 'ghtml';
import { CREATED_RESPONSES } from '../../schemas/examples.ts';
import { code, inline, json } from '../markup.ts';
import type { Section } from './section.ts';

/** Which currency is charged, and how dollars become gourdes. */
export function currenciesSection(): Section {
  const { conversion } = CREATED_RESPONSES.conversion.value;
  return {
    id: 'currencies',
    title: 'Currencies and conversion',
    content: html`<p>!${inline('Requests are in `HTG` (gourdes) or `USD`. `moncash` and `natcash` are always paid in gourdes: a dollar amount is converted before the payment is created, and the payment exists in gourdes only. `lakaypay_card` and `card` are charged in the currency you ask for.')}</p>
<p>!${inline('A converted payment carries `conversion` in the answer to its creation. `amount` and `currency` next to it are the gourdes that the customer is charged.')} <strong>Read both from the answer; do not assume what you sent.</strong></p>
!${json('Ten dollars by MonCash', { amount: '1305.00', currency: 'HTG', conversion })}
<ul>
<li>The result is amount × rate, rounded half up to the centime. The rate has up to four decimals.</li>
<li>!${inline('In live mode the wallets are usually paid in whole gourdes: a conversion is then rounded up to the gourde, and an `amount` in gourdes with centimes is a 422 that says so.')}</li>
<li>The rate can change at any time. A payment keeps the rate it was created with.</li>
<li>!${inline('`updated_at` of the exchange rate says how old it is: when its source published it or, when the source names no time, when it was last seen there. It is null for a rate that the operator has fixed. While the source is away, the last good rate stays in force and grows older.')}</li>
<li>To show a price beforehand, ask for the <a href="#readExchangeRate">exchange rate</a>. Its !${code('card_minimum')} is the least a card is charged: set in dollars, and in gourdes rounded up to the centime.</li>
</ul>
`,
  };
}
