import type { Decline } from '../../core/decline.ts';
import type { Payment } from '../../core/payment.ts';
import type { Transaction } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { wasPaidSince } from './store/charges.ts';
import { endSubscription, lockActiveSubscription } from './store/subscriptions.ts';

/**
 * Ends a subscription whose charge was declined for good, or whose card has to be replaced, in the transaction that
 * stores the decline: no later charge can come between. Does nothing for other declines and other payments, nor for a
 * decline that came after money: a charge of the same or a later cycle was paid. Returns whether it ended one.
 */
export async function stopDeclined(
  tx: Transaction,
  payment: Pick<Payment, 'id' | 'subscriptionId' | 'subscriptionPeriod'>,
  decline: Decline | undefined,
  atUs: number,
): Promise<boolean> {
  const { subscriptionId, subscriptionPeriod } = payment;
  if (subscriptionId === null || decline === undefined || decline.class === 'retry') return false;
  const subscription = await lockActiveSubscription(tx, subscriptionId);
  if (!subscription || (await wasPaidSince(tx, payment))) return false;
  const what =
    decline.class === 'stop'
      ? 'the card must not be charged again'
      : 'the card can no longer be charged: a new one is needed';
  const reason = `${what} (${decline.reason})`;
  // The failure of an earlier cycle was counted when that cycle was closed, unless it was skipped.
  const isFailure = subscriptionPeriod === subscription.nextPeriod || subscription.consecutiveFailures === 0;
  return (await endSubscription(tx, subscriptionId, { status: 'stopped', reason, atUs, isFailure })) !== undefined;
}

/** Logs that a decline has ended a subscription. */
export function logStopped(log: Log, payment: Payment, decline: Decline): void {
  log.warn(
    { subscription: payment.subscriptionId, transaction_id: String(payment.id), decline: decline.reason },
    'a subscription was stopped: its card must not be charged again',
  );
}
