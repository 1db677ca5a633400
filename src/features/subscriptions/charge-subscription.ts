import type { Mode } from '../../core/payment.ts';
import { periodDueAtUs, type Subscription } from '../../core/recurring.ts';
import { momentOf } from '../../core/timestamps.ts';
import type { Log } from '../../platform/log/log.ts';
import { CHARGE_LEASE_US, type Plan, planCharge } from './plan-charge.ts';
import type { RecurringDeps } from './recurring-deps.ts';
import { requestCharge } from './request-charge.ts';
import { claimDueSubscriptions } from './store/subscriptions.ts';

/** A small batch: each charge may wait for a provider, and all finish well within the lease. */
const BATCH = 8;

/** Claims the due subscriptions of a mode and charges them; live ones only while charging is not paused. */
export async function chargeDueSubscriptions(
  deps: RecurringDeps & { readonly log: Log },
  mode: Mode,
): Promise<{ charged: number; isMoreWaiting: boolean }> {
  const { db, clock, log, restores } = deps;
  if (mode === 'live' && (await restores.check()) !== null) return { charged: 0, isMoreWaiting: false };
  const nowUs = clock();
  const due = await claimDueSubscriptions(db, mode, { nowUs, leaseUntilUs: nowUs + CHARGE_LEASE_US, limit: BATCH });
  await Promise.all(
    due.map(async (id) => {
      try {
        await chargeSubscription(deps, id, log);
      } catch (error) {
        log.error({ subscription: id, err: error }, 'a subscription could not be charged; it will be retried');
      }
    }),
  );
  return { charged: due.length, isMoreWaiting: due.length === BATCH };
}

/** Steps per call: a subscription with many cycles to catch up on, for example by a test clock, yields to others. */
const MAX_STEPS = 60;

/**
 * Charges the due cycles of a subscription, one at a time. Any number of workers may call it concurrently, and it may
 * be interrupted anywhere: each step depends only on the stored state, and no step charges a cycle twice. If a charge
 * is in progress when this returns, the ordinary checks settle it.
 */
export async function chargeSubscription(deps: RecurringDeps, id: string, log: Log): Promise<void> {
  for (let step = 1; step <= MAX_STEPS; step++) {
    const plan = await deps.db.transaction((tx) => planCharge(tx, deps, id));
    logPlan(log, plan);
    if (plan.kind === 'charge' && plan.isNew) deps.onMoved?.(plan.payment);
    if (plan.kind === 'charge') {
      if (!(await requestCharge(deps, plan, log))) return;
    } else if (plan.kind === 'withdraw')
      await deps.settle(plan.payment, { status: 'failed', failureReason: 'expired' });
    else if (plan.kind === 'resting' || plan.kind === 'waiting' || plan.kind === 'capped' || !plan.isMoreDue) return;
  }
}

function logPlan(log: Log, plan: Plan): void {
  if (plan.kind === 'resting' || plan.kind === 'paid') return;
  const { id, nextPeriod, consecutiveFailures } = plan.subscription;
  const subject = { subscription: id, period: nextPeriod };
  switch (plan.kind) {
    case 'waiting':
      log.error(subject, 'a subscription is due, but no provider is set up to charge it');
      break;
    case 'capped':
      log.warn(
        { ...subject, until: momentOf(plan.untilUs) },
        'a subscription is due, but the card networks allow no further attempt yet',
      );
      break;
    case 'charge':
      log.info({ ...subject, transaction_id: String(plan.payment.id) }, 'charging a subscription');
      break;
    case 'withdraw':
      log.warn(
        { ...subject, transaction_id: String(plan.payment.id) },
        'a subscription charge was withdrawn before it was requested',
      );
      break;
    case 'failed':
      log.warn({ ...subject, failures: consecutiveFailures + 1 }, 'a subscription charge failed');
      if (plan.isStopped) log.warn(subject, 'a subscription was stopped: too many charges failed');
      break;
    case 'left_out':
      log[isPause(plan.subscription) ? 'info' : 'error'](
        { ...subject, periods: plan.periods },
        'cycles of a subscription were skipped and will never be charged',
      );
  }
}

/** Cycles that are skipped because of a pause are expected. */
function isPause({ pausedAtUs, skippedUntilUs, ...rest }: Subscription): boolean {
  return pausedAtUs !== null || periodDueAtUs(rest, rest.nextPeriod) <= (skippedUntilUs ?? Number.NEGATIVE_INFINITY);
}
