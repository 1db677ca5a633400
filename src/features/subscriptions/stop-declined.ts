import type { Decline } from '../../core/decline.ts';
import type { Payment } from '../../core/payment.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { SubscriptionRules } from '../payments/apply-verification.ts';
import { wasPaidSince } from './store/charges.ts';
import { endSubscription, findSubscription, lockActiveSubscription } from './store/subscriptions.ts';

/** The rules of subscriptions that payments need, for a store. */
export function subscriptionRules(db: Pick<Database, 'query'>): SubscriptionRules {
  return {
    isActive: async (id) => (await findSubscription(db, id))?.status === 'active',
    stopDeclined,
  };
}

/**
 * Ends a subscription whose charge was declined for good, or whose card has to be replaced, in the transaction that
 * stores the decline, so that no later charge can come in between. Does nothing for other declines and other payments,
 * or if another charge of the same or a later cycle was already paid. Returns whether the subscription was ended.
 */
async function stopDeclined(
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
