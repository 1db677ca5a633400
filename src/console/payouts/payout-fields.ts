import { PAYMENT_METHODS, type PaymentMethod } from '../../core/payment.ts';
import { parseDay } from '../../core/timestamps.ts';
import { formField } from '../../http/form-fields.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { PAYOUT_TEXTS } from '../../platform/messages/payouts/payouts-messages.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { methodLabel } from '../../platform/wording/format.ts';
import type { SignedInContext } from '../console-context.ts';
import type { FormField } from '../views/form.ts';

/** The payment method, as a field of a form. */
export function methodField(language: Language): FormField {
  return {
    name: 'method',
    label: PAYOUT_TEXTS[language].method,
    type: 'select',
    options: PAYMENT_METHODS.map((method) => [method, methodLabel(method, TEXTS[language])]),
  };
}

/** The name of the bank account, as a field of a form. */
export function bankField(language: Language): FormField {
  const texts = PAYOUT_TEXTS[language];
  return { name: 'bank', label: texts.bank, hint: texts.bankHint, maxlength: 32, autocomplete: 'off' };
}

/** The method that a form names. Throws OperatorError for any other text. */
export function sentMethod({ request }: SignedInContext): PaymentMethod {
  const method = PAYMENT_METHODS.find((each) => each === formField(request, 'method'));
  if (!method) throw new OperatorError('invalid', 'method', refusal('methodUnknown', { methods: PAYMENT_METHODS }));
  return method;
}

/** The day that a form names, in days since 1970; undefined if it is empty. Throws OperatorError for any other text. */
export function sentDay({ request }: SignedInContext): number | undefined {
  const text = formField(request, 'date').trim();
  const day = parseDay(text);
  if (text !== '' && day === undefined) throw new OperatorError('invalid', 'date', refusal('payoutDate'));
  return day;
}
