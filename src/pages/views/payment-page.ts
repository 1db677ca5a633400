import { isFinal } from '../../core/payment.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { formatMoney, formatPhone, methodTitle } from '../../platform/wording/format.ts';
import type { PaymentForm, TestData } from '../../providers/payment-form.ts';
import { paymentLayout, type StateParts, TYPED_FORM } from '../layout.ts';
import { cancelForm, cardForm, fieldView, formSheet, formTitle } from './form.ts';
import { processingView } from './processing.ts';
import { finalParts } from './result.ts';
import type { PaymentView } from './view.ts';

/**
 * The page of a payment that is paid on this gateway, in its current state: the form, waiting if there is no form to show, or the result.
 */
export function paymentPage(
  view: PaymentView,
  form: PaymentForm | undefined,
  hrefIn: (language: Language) => string,
): Html {
  return paymentLayout(view, partsOf(view, form), hrefIn);
}

/** Whether the page with this form has something for the script: a card's fields. */
export function hasFormScript(form: PaymentForm | undefined): boolean {
  return form?.asksFor === 'card';
}

function partsOf(view: PaymentView, form: PaymentForm | undefined): StateParts {
  const { payment, texts, state } = view;
  if (isFinal(payment.status)) return finalParts(view);
  if (!form) return { content: processingView(view), title: texts.processing, state: 'waiting' };
  const title =
    state.step === 'challenge' ? texts.challenge : texts.payWith({ method: methodTitle(payment.method, texts) });
  const isTyped = state.step !== 'code' && state.step !== 'challenge';
  return {
    content: (form.asksFor === 'wallet' ? walletForm : cardForm)(view, title, form.testData),
    title: formTitle(view, title),
    hasScript: hasFormScript(form),
    state: isTyped ? 'form' : state.step,
    keepsTyped: isTyped,
  };
}

/** A wallet's page: phone number and PIN first, then the code that the wallet sends. */
function walletForm(view: PaymentView, title: string, data: TestData): Html {
  const fields = view.state.step === 'code' ? codeForm(view) : phoneForm(view);
  const content = html`${fields}
${cancelForm(view)}`;
  return html`${formSheet(view, title, content)}
${testData(view, data)}`;
}

function phoneForm(view: PaymentView): Html {
  const { texts, state, action } = view;
  return html`<form id="${TYPED_FORM}" method="post" action="${action}" novalidate>
${fieldView(view, {
  name: 'phone',
  label: texts.phone,
  type: 'tel',
  numeric: true,
  autocomplete: 'tel',
  value: state.kept.phone,
  placeholder: formatPhone('37000001'),
})}
${fieldView(view, { name: 'pin', label: texts.pin, type: 'password', numeric: true, autocomplete: 'off' })}
<button>${texts.next}</button>
</form>`;
}

function codeForm(view: PaymentView): Html {
  const { texts, state, action, freshHref, payment, language } = view;
  return html`<p>${texts.codeSent({ phone: formatPhone(state.kept.phone ?? '') })}</p>
<a class="link" href="${freshHref}">${texts.changePhone}</a>
<form method="post" action="${action}" novalidate>
${fieldView(view, { name: 'code', label: texts.code, numeric: true, autocomplete: 'one-time-code' })}
<button>${texts.pay({ amount: formatMoney(payment.amountMinor, payment.currency, language) })}</button>
</form>`;
}

function testData({ texts }: PaymentView, { numbers, pin, code }: TestData): Html {
  const rows = Object.entries(numbers).map(
    ([phone, outcome]) => html`<li><code>${formatPhone(phone)}</code> ${texts.outcomes[outcome]}</li>`,
  );
  return html`<details class="data" open><summary>${texts.testData}</summary>
<ul>${rows}<li>${texts.pin} <code>${pin}</code></li><li>${texts.code} <code>${code}</code></li></ul>
</details>`;
}
