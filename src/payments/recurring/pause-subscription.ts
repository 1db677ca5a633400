import { OperatorError } from '../../domain/operator-error.ts';
import type { Subscription } from '../../domain/recurring.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import { refusal } from '../../messages/refusals/refusal-messages.ts';
import type { Database } from '../../storage/database.ts';
import { type ChangeMaker, recordChange } from '../../storage/record-change.ts';
import { setSubscriptionPaused } from '../../storage/recurring/subscriptions.ts';
import { hasEnded } from './has-ended.ts';
import { requireSubscription } from './require-subscription.ts';

type PauseDeps = ChangeMaker & { readonly db: Database };

/**
 * Pauses a recurring payment, and returns it: periods that fall due meanwhile are skipped, and never charged. A charge that was already
 * requested runs to its end. Throws OperatorError when there is none with this id, when it has ended, and when it is paused already.
 */
export async function pauseSubscription(deps: PauseDeps, id: string): Promise<Subscription> {
  return setPaused(deps, id, true);
}

/**
 * Lets it be charged again from the next period that falls due: none that fell due before is charged any more, whether a worker ran or not.
 * Throws OperatorError as above, and when it is not paused.
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
