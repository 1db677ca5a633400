import { CURRENCIES, type Currency } from '../../core/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../core/payment.ts';
import { TEXTS } from '../../platform/messages/customer/customer-messages.ts';
import type { Language } from '../../platform/messages/language.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { methodLabel } from '../../platform/wording/format.ts';
import type { FormField } from './form.ts';

/** A choice of a payment method, as a field of a form. */
export function methodField(language: Language, label: string, name = 'method') {
  const options = PAYMENT_METHODS.map((method) => [method, methodLabel(method, TEXTS[language])] as const);
  return { name, label, type: 'select', options } as const satisfies FormField;
}

/** A choice of a currency, as a field of a form. */
export function currencyField(label: string) {
  const options = CURRENCIES.map((currency) => [currency, currency] as const);
  return { name: 'currency', label, type: 'select', options } as const satisfies FormField;
}

/** The method that a form names. Throws OperatorError for any other text. */
export function methodOf(text: string): PaymentMethod {
  const method = PAYMENT_METHODS.find((each) => each === text);
  if (!method) throw new OperatorError('invalid', 'method', refusal('methodUnknown', { methods: PAYMENT_METHODS }));
  return method;
}

/** The currency that a form names. Throws OperatorError for any other text. */
export function currencyOf(text: string): Currency {
  const currency = CURRENCIES.find((each) => each === text);
  if (!currency) throw new OperatorError('invalid', 'currency', refusal('currencyUnknown'));
  return currency;
}
