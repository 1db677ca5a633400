import { isFinal } from '../../domain/payment.ts';
import type { Subscription } from '../../domain/recurring.ts';
import { listSubscriptionPayments } from '../../storage/recurring/charges.ts';
import { endSubscription } from '../../storage/recurring/subscriptions.ts';
import type { ApplyDeps } from '../apply-verification.ts';

/**
 * Ends a recurring payment. A charge that its provider was asked for ends as it ends; one that it was not asked for never
 * will be, and fails. Undefined when there is none with this id, or it had ended.
 */
export async function cancelSubscription(
  { db, clock, settle }: ApplyDeps,
  id: string,
  reason: string,
): Promise<Subscription | undefined> {
  const ended = await db.transaction((tx) => endSubscription(tx, id, { status: 'cancelled', reason, atUs: clock() }));
  if (!ended) return undefined;
  // From here on nobody asks: the mark is only made under an active subscription.
  for (const payment of await listSubscriptionPayments(db, id, ended.nextPeriod)) {
    if (isFinal(payment.status) || payment.chargeAskedAtUs !== null) continue;
    await settle(payment, { status: 'failed', failureReason: 'cancelled' });
  }
  return ended;
}
