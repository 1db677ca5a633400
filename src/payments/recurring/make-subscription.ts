import type { Payment } from '../../domain/payment.ts';
import { periodDueAtUs } from '../../domain/recurring.ts';
import type { SecretBox } from '../../lib/secrets.ts';
import type { Transaction } from '../../storage/database.ts';
import { insertSubscription } from '../../storage/recurring/subscriptions.ts';

/**
 * Starts recurring charges: in the transaction that completes the first payment, or later, when its token arrives only
 * then. The payment must be completed and recurring. Returns false when it has its subscription already, whatever happened
 * to it.
 */
export function makeSubscription(
  tx: Transaction,
  { box, nowUs }: { box: SecretBox; nowUs: number },
  payment: Payment,
  cardToken: string,
): Promise<boolean> {
  const { recurringInterval: interval, recurringIntervalCount: intervalCount, finishedAtUs: anchorAtUs } = payment;
  if (interval === null || intervalCount === null || anchorAtUs === null || payment.status !== 'completed') {
    throw new Error(`payment ${payment.id} begins nothing that recurs`);
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

/** A payment has one subscription at most, which is named after it. */
export function subscriptionId(firstPaymentId: number): string {
  return `sub_${firstPaymentId}`;
}
