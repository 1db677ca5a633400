import { periodDueAtUs, type Subscription } from '../../domain/recurring.ts';
import { momentOf } from '../../domain/timestamps.ts';
import type { Log } from '../../lib/log.ts';
import { askCharge } from './ask-charge.ts';
import { type Plan, planCharge } from './plan-charge.ts';
import type { RecurringDeps } from './recurring-deps.ts';

/** Steps per call: a subscription with many periods to catch up with, by a test clock for example, gives way to others. */
const MAX_STEPS = 60;

/**
 * Charges what is due of a recurring payment, a period at a time. Any number of workers may call it at once, and it may be
 * interrupted anywhere: each step follows from what is stored, and none charges a period twice. A charge in progress when
 * this returns is settled by the ordinary checks.
 */
export async function chargeSubscription(deps: RecurringDeps, id: string, log: Log): Promise<void> {
  for (let step = 1; step <= MAX_STEPS; step++) {
    const plan = await deps.db.transaction((tx) => planCharge(tx, deps, id));
    logPlan(log, plan);
    if (plan.kind === 'charge' && plan.isNew) deps.onMoved?.(plan.payment);
    if (plan.kind === 'charge') {
      if (!(await askCharge(deps, plan, log))) return;
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
      log.error(subject, 'a recurring payment is due, and no provider is set up to charge it');
      break;
    case 'capped':
      log.warn(
        { ...subject, until: momentOf(plan.untilUs) },
        'a recurring payment is due, and the card networks allow no further attempt yet',
      );
      break;
    case 'charge':
      log.info({ ...subject, transaction_id: String(plan.payment.id) }, 'charging a recurring payment');
      break;
    case 'withdraw':
      log.warn({ ...subject, transaction_id: String(plan.payment.id) }, 'a recurring charge is given up unasked');
      break;
    case 'failed':
      log.warn({ ...subject, failures: consecutiveFailures + 1 }, 'a recurring charge failed');
      if (plan.isStopped) log.warn(subject, 'a recurring payment was stopped: too many charges failed');
      break;
    case 'left_out':
      log[isPause(plan.subscription) ? 'info' : 'error'](
        { ...subject, periods: plan.periods },
        'periods of a recurring payment are left out, and never charged',
      );
  }
}

/** What is left out because somebody has paused it is as it should be. */
function isPause({ pausedAtUs, skippedUntilUs, ...rest }: Subscription): boolean {
  return pausedAtUs !== null || periodDueAtUs(rest, rest.nextPeriod) <= (skippedUntilUs ?? Number.NEGATIVE_INFINITY);
}
