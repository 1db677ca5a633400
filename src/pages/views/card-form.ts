import { type Html, html } from '../../platform/html/html.ts';
import { formatCardNumber } from '../../platform/wording/format.ts';
import type { TestData } from '../../providers/payment-form.ts';
import { TYPED_FORM } from '../layout.ts';
import { cancelForm, type Field, fieldView, formSheet } from './form.ts';
import { payLabel, recurringTerms } from './order-summary.ts';
import type { PaymentView } from './view.ts';

/** The card page: the card first, then its bank's challenge if there is one. */
export function cardForm(view: PaymentView, title: string, data: TestData): Html {
  const fields = view.state.step === 'challenge' ? challengeFields(view) : cardFields(view);
  const content = html`${fields}
${cancelForm(view)}`;
  return html`${formSheet(view, title, content)}
${testCards(view, data, true)}`;
}

/** The card's fields and the button that pays. */
export function cardFields(view: PaymentView): Html {
  const { texts, state, action } = view;
  const field = (part: Field) => fieldView(view, part);
  return html`<form id="${TYPED_FORM}" method="post" action="${action}" novalidate>
${field({ name: 'number', label: texts.cardNumber, numeric: true, autocomplete: 'cc-number', placeholder: '4242 4242 4242 4242', wrong: texts.errors.cardNumber })}
<div class="pair">
${field({ name: 'expiry', label: texts.expiry, numeric: true, autocomplete: 'cc-exp', value: state.kept.expiry, placeholder: '12/30' })}
${field({ name: 'cvc', label: texts.cvc, numeric: true, autocomplete: 'cc-csc', placeholder: '123' })}
</div>
${field({ name: 'name', label: texts.cardName, autocomplete: 'cc-name', value: state.kept.name })}
${view.isWidget ? recurringTerms(view) : ''}<button>${payLabel(view)}</button>
</form>`;
}

/** The simulated bank's challenge. */
export function challengeFields(view: PaymentView): Html {
  const { texts, action } = view;
  return html`<p>${texts.challengeText}</p>
<form method="post" action="${action}" novalidate>
${fieldView(view, { name: 'code', label: texts.code, numeric: true, autocomplete: 'one-time-code' })}
<button>${texts.confirm}</button>
</form>
<form method="post" action="${action}"><button class="quiet" name="action" value="refuse">${texts.refuse}</button></form>`;
}

/** The test cards, or the code for the simulated bank. */
export function testCards({ texts, state }: PaymentView, { numbers, code }: TestData, isOpen: boolean): Html {
  const cards = Object.entries(numbers).map(
    ([number, outcome]) => html`<li><code>${formatCardNumber(number)}</code> ${texts.outcomes[outcome]}</li>`,
  );
  const rows =
    state.step === 'challenge'
      ? html`<li>${texts.code} <code>${code}</code></li>`
      : html`${cards}<li>${texts.testCardHint}</li>`;
  return html`<details class="data" ${isOpen ? 'open' : ''}><summary>${texts.testData}</summary>
<ul>${rows}</ul>
</details>`;
}
