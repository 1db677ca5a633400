import type { Actor } from '../../core/actor.ts';
import { isFinal } from '../../core/payment.ts';
import type { Subscription } from '../../core/recurring.ts';
import { refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { recordChange } from '../audit/store/record-change.ts';
import type { ApplyDeps } from '../payments/apply-verification.ts';
import { hasEnded } from './has-ended.ts';
import { requireSubscription } from './require-subscription.ts';
import { listSubscriptionPayments } from './store/charges.ts';
import { endSubscription } from './store/subscriptions.ts';

/**
 * Cancels a subscription, for a reason (1 to 255 characters), and returns it. A charge that was already requested
 * continues to its outcome; one that was not requested yet fails without being requested. Throws OperatorError when the
 * id is unknown, when the subscription has ended, and for an invalid reason.
 */
export async function cancelSubscription(
  { db, clock, settle, actor }: ApplyDeps & { readonly actor: Actor },
  id: string,
  reason: string,
): Promise<Subscription> {
  refuseField('reason', shortTextFault(reason));
  const ended = await db.transaction(async (tx) => {
    const subscription = await endSubscription(tx, id, { status: 'cancelled', reason, atUs: clock() });
    if (subscription) {
      const { websiteId } = subscription;
      const subject = { kind: 'subscription', id } as const;
      const facts = { before: { status: 'active' }, after: { status: 'cancelled', reason } };
      await recordChange(tx, { actor, clock }, { action: 'recurring.cancel', subject, websiteId, ...facts });
    }
    return subscription;
  });
  if (!ended) throw hasEnded(await requireSubscription(db, id));
  // No process requests a charge from here on: a charge is marked as requested only while its subscription is active.
  for (const payment of await listSubscriptionPayments(db, id, ended.nextPeriod)) {
    if (isFinal(payment.status) || payment.chargeAskedAtUs !== null) continue;
    await settle(payment, { status: 'failed', failureReason: 'cancelled' });
  }
  return ended;
}
