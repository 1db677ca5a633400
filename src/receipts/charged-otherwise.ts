import type { Money } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import type { Provider } from '../providers/provider.ts';

/** What a card is charged in place of a payment's amount, in another currency; undefined when it is charged that amount. */
export function chargedOtherwise(payment: Payment, provider: Provider | undefined): Money | undefined {
  const charged = provider?.cardFields?.chargeOf(payment);
  return charged && charged.currency !== payment.currency ? charged : undefined;
}
