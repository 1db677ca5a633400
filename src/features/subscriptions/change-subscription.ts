import type { Actor } from '../../core/actor.ts';
import { isFinal } from '../../core/payment.ts';
import type { Subscription } from '../../core/recurring.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { shortTextFault } from '../../platform/wording/short-text.ts';
import { type ChangeMaker, recordChange } from '../audit/store/record-change.ts';
import type { ApplyDeps } from '../payments/apply-verification.ts';
import { hasEnded } from './has-ended.ts';
import { listSubscriptionPayments } from './store/charges.ts';
import { endSubscription, findSubscription, setSubscriptionPaused } from './store/subscriptions.ts';

/** The subscription with this id. Throws OperatorError `not_found` when there is none. */
export async function requireSubscription(db: Pick<Database, 'query'>, id: string): Promise<Subscription> {
  const found = await findSubscription(db, id);
  if (!found) throw new OperatorError('not_found', 'subscription_id', refusal('subscriptionNotFound', { id }));
  return found;
}

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
  // From here on no process requests a charge, because a charge is marked as requested only while its subscription is
  // active.
  for (const payment of await listSubscriptionPayments(db, id, ended.nextPeriod)) {
    if (isFinal(payment.status) || payment.chargeAskedAtUs !== null) continue;
    await settle(payment, { status: 'failed', failureReason: 'cancelled' });
  }
  return ended;
}

type PauseDeps = ChangeMaker & { readonly db: Database };

/**
 * Pauses a subscription, and returns it. Cycles that fall due during the pause are skipped, and never charged. A charge
 * that was already requested continues to its outcome. Throws OperatorError when the id is unknown, and when the
 * subscription has ended or is already paused.
 */
export async function pauseSubscription(deps: PauseDeps, id: string): Promise<Subscription> {
  return setPaused(deps, id, true);
}

/**
 * Resumes a subscription from the next cycle that falls due. Cycles that fell due before are never charged, whether a
 * worker ran or not. Throws OperatorError when the id is unknown, and when the subscription has ended or is not paused.
 */
export async function resumeSubscription(deps: PauseDeps, id: string): Promise<Subscription> {
  return setPaused(deps, id, false);
}

async function setPaused({ db, clock, actor }: PauseDeps, id: string, isPaused: boolean): Promise<Subscription> {
  const changed = await db.transaction(async (tx) => {
    const subscription = await setSubscriptionPaused(tx, id, { isPaused, atUs: Math.floor(clock()) });
    if (!subscription) return undefined;
    const subject = { kind: 'subscription', id } as const;
    const facts = { before: { paused: !isPaused }, after: { paused: isPaused } };
    const action = isPaused ? 'recurring.pause' : 'recurring.resume';
    await recordChange(tx, { actor, clock }, { action, subject, websiteId: subscription.websiteId, ...facts });
    return subscription;
  });
  if (changed) return changed;
  const current = await requireSubscription(db, id);
  if (current.status !== 'active') throw hasEnded(current);
  const reason =
    current.pausedAtUs === null
      ? refusal('subscriptionNotPaused', { id })
      : refusal('subscriptionPaused', { id, time: formatTimestamp(current.pausedAtUs) });
  throw new OperatorError('conflict', 'subscription_id', reason);
}
