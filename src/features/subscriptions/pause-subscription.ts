import type { Subscription } from '../../core/recurring.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { type ChangeMaker, recordChange } from '../audit/store/record-change.ts';
import { hasEnded } from './has-ended.ts';
import { requireSubscription } from './require-subscription.ts';
import { setSubscriptionPaused } from './store/subscriptions.ts';

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
