import { type Html, html, joinHtml } from '../../platform/html/html.ts';
import type { Texts } from '../../platform/messages/customer/customer-messages.ts';
import { formatCardNumber } from '../../platform/wording/format.ts';
import type { FieldName, TestData } from '../../providers/payment-form.ts';
import { TYPED_FORM } from '../layout.ts';
import { CARD_NETWORKS, methodMark } from '../marks.ts';
import { orderSummary, payLabel, recurringTerms } from './order-summary.ts';
import type { PaymentView } from './view.ts';

interface Field {
  readonly name: FieldName;
  readonly label: string;
  readonly type?: 'text' | 'tel' | 'password';
  readonly numeric?: boolean;
  readonly autocomplete: string;
  /** The value to show again; never set for a PIN, a code, a card number or a CVC. */
  readonly value?: string | undefined;
  readonly placeholder?: string;
  /** The error that the page's script shows for a mistyped value. */
  readonly wrong?: string;
}

/** A labelled field with its error. The first invalid field has the focus, which browsers forbid inside a frame. */
export function fieldView({ texts, state: { errors }, isWidget }: PaymentView, field: Field): Html {
  const error = errors[field.name];
  const id = idOf(field.name);
  const isFirstError = Object.keys(errors)[0] === field.name;
  const attributes = [
    field.numeric && html`inputmode="numeric"`,
    field.wrong && html`data-wrong="${field.wrong}"`,
    error && html`aria-invalid="true" aria-describedby="${id}-error"`,
    isFirstError && !isWidget && html`autofocus`,
  ];
  return html`<div>
<label for="${id}">${field.label}</label>
<input id="${id}" name="${field.name}" type="${field.type ?? 'text'}" autocomplete="${field.autocomplete}" value="${field.value}" placeholder="${field.placeholder}" maxlength="100" required ${joinHtml(attributes, ' ')}>
${error && html`<p class="error" id="${id}-error" role="alert">${texts.errors[error]}</p>`}
</div>`;
}

/** The errors at the top of a payment's page; each line links to its field. */
export function errorSummary({ texts, state: { errors } }: PaymentView): Html | '' {
  const wrong = Object.entries(errors) as [FieldName, keyof typeof texts.errors][];
  return errorList(
    texts,
    wrong.map(([name, error]) => [idOf(name), texts.errors[error]]),
  );
}

/** The texts of errors at the top of a page, each with the id of its field, if it is about one; empty for none. */
export function errorList(
  texts: Texts,
  errors: readonly (readonly [id: string | undefined, text: string])[],
): Html | '' {
  if (errors.length === 0) return '';
  const lines = errors.map(([id, text]) =>
    id === undefined ? html`<li><p>${text}</p></li>` : html`<li><a href="#${id}">${text}</a></li>`,
  );
  return html`<section class="wrong" aria-labelledby="wrong"><h2 id="wrong">${texts.errorSummary}</h2><ul>${lines}</ul></section>`;
}

/** The title of a page with a form, which starts with a note if there are errors. */
export function formTitle({ texts, state: { errors } }: PaymentView, title: string): string {
  return Object.keys(errors).length > 0 ? texts.errorTitle({ title }) : title;
}

/** Errors, then the order, then the way to pay. */
export function formSheet(view: PaymentView, title: string, content: Html): Html {
  return html`${errorSummary(view)}
<section class="sheet order">${orderSummary(view)}</section>
<section class="sheet">
<h1>${methodMark(view.payment.method)}${title}</h1>
${view.payment.method === 'lakaypay_card' ? html`<p class="soft by">${CARD_NETWORKS}${view.texts.byLakayPay}</p>` : ''}
${content}
</section>`;
}

/**
 * Cancels the payment, after a question that opens in place, so that the typed values stay. It is a separate form, so
 * that cancelling sends no typed values.
 */
export function cancelForm({ texts, action }: Pick<PaymentView, 'texts' | 'action'>): Html {
  return html`<details class="leave"><summary>${texts.cancel}</summary>
<form method="post" action="${action}"><p><b>${texts.leave}</b> ${texts.leaveText}</p>
<button class="quiet" name="action" value="cancel">${texts.leaveConfirm}</button>
</form></details>`;
}

function idOf(name: FieldName): string {
  return `field-${name}`;
}

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
