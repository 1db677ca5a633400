import { US_PER_HOUR } from '../../core/durations.ts';
import type { FailureReason } from '../../core/payment.ts';
import { periodDueAtUs, type Subscription, subscriptionNowUs } from '../../core/recurring.ts';
import type { Transaction } from '../../database/database.ts';
import { advanceSubscription, endSubscription } from './store/subscriptions.ts';

/** A declined card is not charged again for this long, however many missed cycles are due. */
const PAUSE_AFTER_FAILURE_US = 20 * US_PER_HOUR;

/** Advances to the cycle after a charged one. Returns whether the new cycle can be charged at once. */
export async function closePaid(tx: Transaction, subscription: Subscription, nowUs: number): Promise<boolean> {
  const nextPeriod = subscription.nextPeriod + 1;
  const nextChargeAtUs = nextLook(subscription, nextPeriod, nowUs);
  const { periodsLeftOut } = subscription;
  await advanceSubscription(tx, subscription.id, {
    nextPeriod,
    nextChargeAtUs,
    periodsLeftOut,
    consecutiveFailures: 0,
  });
  return nextChargeAtUs <= nowUs;
}

/** Advances to a later cycle, skipping some. Returns whether the new cycle can be charged at once. */
export async function skipCycles(
  tx: Transaction,
  subscription: Subscription,
  { periods, nowUs }: { periods: number; nowUs: number },
): Promise<boolean> {
  const nextPeriod = subscription.nextPeriod + periods;
  const nextChargeAtUs = nextLook(subscription, nextPeriod, nowUs);
  const { consecutiveFailures } = subscription;
  const periodsLeftOut = subscription.periodsLeftOut + periods;
  await advanceSubscription(tx, subscription.id, { nextPeriod, nextChargeAtUs, periodsLeftOut, consecutiveFailures });
  return nextChargeAtUs <= nowUs;
}

/** Counts a failed cycle and advances, or stops for good after too many failures. Returns whether it stopped. */
export async function closeFailed(
  tx: Transaction,
  subscription: Subscription,
  { reason, maxFailures, nowUs }: { reason: FailureReason | null; maxFailures: number; nowUs: number },
): Promise<{ isStopped: boolean; isMoreDue: boolean }> {
  const { id, periodsLeftOut } = subscription;
  const nextPeriod = subscription.nextPeriod + 1;
  const consecutiveFailures = subscription.consecutiveFailures + 1;
  const isMissed = periodDueAtUs(subscription, nextPeriod) <= nowUs;
  const nextChargeAtUs = isMissed ? nowUs + PAUSE_AFTER_FAILURE_US : nextLook(subscription, nextPeriod, nowUs);
  await advanceSubscription(tx, id, { nextPeriod, nextChargeAtUs, periodsLeftOut, consecutiveFailures });
  if (consecutiveFailures < maxFailures) return { isStopped: false, isMoreDue: nextChargeAtUs <= nowUs };

  const what =
    consecutiveFailures === 1 ? 'a charge failed' : `${consecutiveFailures} charges in a row failed, the last one`;
  await endSubscription(tx, id, { status: 'stopped', reason: `${what} as ${reason}`, atUs: nowUs });
  return { isStopped: true, isMoreDue: false };
}

/**
 * When a worker processes a cycle: when the cycle falls due, or at once if it is due already, also by a test clock that
 * is ahead.
 */
function nextLook(subscription: Subscription, period: number, nowUs: number): number {
  const dueAtUs = periodDueAtUs(subscription, period);
  return dueAtUs > subscriptionNowUs(subscription, nowUs) ? dueAtUs : nowUs;
}
