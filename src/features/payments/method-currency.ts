import type { Currency } from '../../core/money.ts';
import { isPaidInHtgOnly, type PaymentMethod } from '../../core/payment.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { refuseField } from '../../platform/operator-error.ts';

/** Throws OperatorError for the field `currency` if no payment by this method is in this currency. */
export function refuseCurrency(method: PaymentMethod, currency: Currency): void {
  const isOther = currency !== 'HTG' && isPaidInHtgOnly(method);
  refuseField('currency', isOther ? refusal('methodHtgOnly', { method }) : undefined);
}
