import { setTimeout as pause } from 'node:timers/promises';
import { isFinal, type Payment } from '../../domain/payment.ts';
import { periodDueAtUs, type Subscription } from '../../domain/recurring.ts';
import type { Log } from '../../lib/log.ts';
import { listSubscriptionPayments } from '../../storage/recurring/charges.ts';
import { findSubscription, setTestClock } from '../../storage/recurring/subscriptions.ts';
import { verifyPayment } from '../verify-payment.ts';
import { chargeSubscription } from './charge-subscription.ts';
import type { RecurringDeps } from './recurring-deps.ts';

/** A charge that another process was killed with is known to be lost after this at the latest. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 100;

export interface TestClockRun {
  readonly subscription: Subscription;
  /** Those of the periods that were not closed when it began, oldest first. */
  readonly payments: Payment[];
  /** False when a charge was still open in the end. */
  readonly isDone: boolean;
}

/**
 * Moves the test clock of a recurring test payment on, and charges every period that is due until then: here, or together
 * with a worker that runs. Undefined when it has ended, is live, or its clock is further on.
 */
export async function runTestClock(
  deps: RecurringDeps,
  { id, toUs }: { id: string; toUs: number },
  log: Log,
): Promise<TestClockRun | undefined> {
  const { db, clock } = deps;
  const begun = await db.transaction((tx) => setTestClock(tx, id, { toUs, nowUs: clock() }));
  if (!begun) return undefined;
  let current = begun;
  for (let giveUpAt = performance.now() + PATIENCE_MS; ; ) {
    await chargeSubscription(deps, id, log);
    const { nextPeriod } = current;
    current = (await findSubscription(db, id)) ?? begun;
    const isDone = current.status !== 'active' || periodDueAtUs(current, current.nextPeriod) > toUs;
    if (isDone || performance.now() > giveUpAt) {
      const all = await listSubscriptionPayments(db, id);
      const payments = all.filter(({ subscriptionPeriod }) => (subscriptionPeriod ?? 0) >= begun.nextPeriod);
      return { subscription: current, payments, isDone };
    }
    if (current.nextPeriod > nextPeriod) giveUpAt = performance.now() + PATIENCE_MS;
    else await lookIntoOpen(deps, current, log);
  }
}

/** Another process asked for this charge: its result comes by itself, or the provider says that it knows nothing of it. */
async function lookIntoOpen(deps: RecurringDeps, { id, nextPeriod }: Subscription, log: Log): Promise<void> {
  const payments = await listSubscriptionPayments(deps.db, id, nextPeriod);
  const open = payments.find(({ status, chargeAskedAtUs }) => !isFinal(status) && chargeAskedAtUs !== null);
  if (open) await verifyPayment(deps, open, log);
  await pause(PAUSE_MS);
}
