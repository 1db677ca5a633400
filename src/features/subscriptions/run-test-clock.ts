import { setTimeout as pause } from 'node:timers/promises';
import { US_PER_MS } from '../../core/durations.ts';
import { isFinal, type Payment } from '../../core/payment.ts';
import { periodDueAtUs, type Subscription, subscriptionNowUs } from '../../core/recurring.ts';
import { formatTimestamp, momentOf } from '../../core/timestamps.ts';
import type { Transaction } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../platform/operator-error.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { verifyPayment } from '../payments/verify-payment.ts';
import { requireSubscription } from './change-subscription.ts';
import { chargeSubscription } from './charge-subscription.ts';
import { hasEnded } from './has-ended.ts';
import type { RecurringDeps } from './recurring-deps.ts';
import { listSubscriptionPayments } from './store/charges.ts';
import { findSubscription, lockActiveSubscription, setTestClock } from './store/subscriptions.ts';

/** How long a run waits for a cycle to close. Within this time, the charge of a killed process is known to be lost. */
const TIMEOUT_MS = 20_000;
const PAUSE_MS = 100;
/** The most charges that one move of a test clock may cause. More is probably a mistyped year. */
const MAX_CHARGES = 4_000;
/** The year 2200: microseconds are exact only up to a limit. */
const CLOCK_END_US = Date.UTC(2200, 0, 1) * US_PER_MS;

export interface TestClockRun {
  readonly subscription: Subscription;
  /** Payments of the cycles that were not closed at the start, oldest first. */
  readonly payments: Payment[];
  /** False when a charge was still open at the end. */
  readonly isDone: boolean;
}

/**
 * Advances the test clock of a test subscription, and charges every cycle that is due until then: here, or together
 * with a running worker. Throws OperatorError when the id is unknown, when the subscription has ended or is live, when
 * its clock is already later than that time, and for a time that is too far in the future.
 */
export async function runTestClock(
  deps: RecurringDeps,
  { id, toUs }: { id: string; toUs: number },
  log: Log,
): Promise<TestClockRun> {
  const { db, clock } = deps;
  refuseField('to', testClockFault(toUs));
  refuseMove(await requireSubscription(db, id), { toUs, nowUs: clock() });
  const moved = await db.transaction((tx) => moveClock(tx, deps, id, toUs));
  if (!moved) throw conflict(refusal('subscriptionChanged', { id }));
  let current = moved;
  for (let giveUpAt = performance.now() + TIMEOUT_MS; ; ) {
    await chargeSubscription(deps, id, log);
    const { nextPeriod } = current;
    current = (await findSubscription(db, id)) ?? moved;
    const isDone = current.status !== 'active' || periodDueAtUs(current, current.nextPeriod) > toUs;
    if (isDone || performance.now() > giveUpAt) {
      const all = await listSubscriptionPayments(db, id);
      const payments = all.filter(({ subscriptionPeriod }) => (subscriptionPeriod ?? 0) >= moved.nextPeriod);
      return { subscription: current, payments, isDone };
    }
    if (current.nextPeriod > nextPeriod) giveUpAt = performance.now() + TIMEOUT_MS;
    else await verifyOpenCharge(deps, current, log);
  }
}

async function moveClock(
  tx: Transaction,
  deps: RecurringDeps,
  id: string,
  toUs: number,
): Promise<Subscription | undefined> {
  const before = await lockActiveSubscription(tx, id);
  const moved = await setTestClock(tx, id, { toUs, nowUs: deps.clock() });
  // The clock already shows this time: due charges run, and nothing else changes.
  if (!before || !moved || before.testClockUs === toUs) return moved;
  const { websiteId, testClockUs } = before;
  const subject = { kind: 'subscription', id } as const;
  const facts = { before: { test_clock: momentOf(testClockUs) }, after: { test_clock: formatTimestamp(toUs) } };
  await recordChange(tx, deps, { action: 'recurring.advance', subject, websiteId, ...facts });
  return moved;
}

/** The fault of a test clock's new time, microseconds since 1970, for any subscription; undefined when it has none. */
export function testClockFault(toUs: number): Refusal | undefined {
  return toUs < CLOCK_END_US ? undefined : refusal('testClockTooLate');
}

/** Throws OperatorError when a clock cannot be moved to this time. */
function refuseMove(subscription: Subscription, { toUs, nowUs }: { toUs: number; nowUs: number }): void {
  const { id, mode, status, nextPeriod } = subscription;
  if (mode === 'live') {
    throw conflict(refusal('testClockLive', { id }));
  }
  if (status !== 'active') throw hasEnded(subscription);
  const clockUs = subscriptionNowUs(subscription, nowUs);
  if (toUs < clockUs) {
    refuseField('to', refusal('testClockBack', { id, time: formatTimestamp(clockUs) }));
  }
  if (periodDueAtUs(subscription, nextPeriod + MAX_CHARGES) <= toUs) {
    refuseField('to', refusal('testClockTooFar', { most: MAX_CHARGES }));
  }
}

function conflict(reason: Refusal): OperatorError {
  return new OperatorError('conflict', 'subscription_id', reason);
}

/**
 * Verifies a charge that another process requested. Its result arrives by itself, or the provider reports that it does
 * not know the charge.
 */
async function verifyOpenCharge(deps: RecurringDeps, { id, nextPeriod }: Subscription, log: Log): Promise<void> {
  const payments = await listSubscriptionPayments(deps.db, id, nextPeriod);
  const open = payments.find(({ status, chargeAskedAtUs }) => !isFinal(status) && chargeAskedAtUs !== null);
  if (open) await verifyPayment(deps, open, log);
  await pause(PAUSE_MS);
}
