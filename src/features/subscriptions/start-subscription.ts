import type { Payment } from '../../core/payment.ts';
import type { Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import type { SettleStep } from '../payments/settle-payment.ts';
import { createSubscription } from './create-subscription.ts';

/**
 * A completed payment with an interval starts its subscription as soon as there is a card token, which can arrive after
 * the completion. Does nothing for other payments.
 */
export function startSubscription({ box, clock }: { box: SecretBox; clock: Clock }): SettleStep {
  const start = async (tx: Transaction, payment: Payment, cardToken: string | undefined) => {
    const { status, recurringInterval } = payment;
    if (status !== 'completed' || recurringInterval === null || cardToken === undefined) return;
    await createSubscription(tx, { box, nowUs: clock() }, payment, cardToken);
  };
  return {
    onFinal: (tx, settled, { cardToken }) => start(tx, settled, cardToken),
    onLateToken: start,
  };
}
