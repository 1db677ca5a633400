import type { Payment } from '../../core/payment.ts';
import { periodDueAtUs } from '../../core/recurring.ts';
import type { Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { SecretBox } from '../../platform/secrets/secrets.ts';
import type { SettleStep } from '../payments/settle-payment.ts';
import { insertSubscription } from './store/subscriptions.ts';

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

/**
 * Creates the subscription in the transaction that completes the first payment, or later, if its card token arrives
 * later. The payment must be completed and recurring. Returns false when the payment already has its subscription, in
 * whatever status.
 */
function createSubscription(
  tx: Transaction,
  { box, nowUs }: { box: SecretBox; nowUs: number },
  payment: Payment,
  cardToken: string,
): Promise<boolean> {
  const { recurringInterval: interval, recurringIntervalCount: intervalCount, finishedAtUs: anchorAtUs } = payment;
  if (interval === null || intervalCount === null || anchorAtUs === null || payment.status !== 'completed') {
    throw new Error(`payment ${payment.id} starts no subscription`);
  }
  const id = subscriptionId(payment.id);
  return insertSubscription(tx, {
    id,
    firstPaymentId: payment.id,
    websiteId: payment.websiteId,
    apiKeyId: payment.apiKeyId,
    mode: payment.mode,
    cardTokenSealed: box.seal('card-token', cardToken, id),
    interval,
    intervalCount,
    anchorAtUs,
    nextPeriod: 1,
    nextChargeAtUs: periodDueAtUs({ anchorAtUs, interval, intervalCount }, 1),
    status: 'active',
    consecutiveFailures: 0,
    periodsLeftOut: 0,
    endedAtUs: null,
    endReason: null,
    testClockUs: null,
    pausedAtUs: null,
    skippedUntilUs: null,
    createdAtUs: nowUs,
  });
}

/** The id of the subscription that a payment starts: a payment has at most one, and its id contains the payment's. */
export function subscriptionId(firstPaymentId: number): string {
  return `sub_${firstPaymentId}`;
}
