import { type Html, html, joinHtml } from '../../platform/html/html.ts';
import type { Texts } from '../../platform/messages/customer/customer-messages.ts';
import type { FieldName } from '../../providers/payment-form.ts';
import { CARD_NETWORKS, methodMark } from '../marks.ts';
import { orderSummary } from './order-summary.ts';
import type { PaymentView } from './view.ts';

export interface Field {
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
