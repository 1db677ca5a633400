import { DECLINE_WINDOW_DAYS, MAX_DECLINES } from '../../core/decline.ts';
import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE } from '../../core/durations.ts';
import type { FailureReason, Payment } from '../../core/payment.ts';
import { periodDueAtUs, type Subscription, subscriptionNowUs } from '../../core/recurring.ts';
import type { Transaction } from '../../database/database.ts';
import type { Provider } from '../../providers/provider.ts';
import { hasMoneyAfterFailure } from '../payments/discrepancies/store/discrepancies.ts';
import { findPayment } from '../payments/store/find-payment.ts';
import { awaitsLateCheck } from '../payments/store/late-checks.ts';
import { findWebsite } from '../websites/store/websites.ts';
import { insertCharge } from './insert-charge.ts';
import { nextAttemptNumber, nextStep } from './next-step.ts';
import type { RecurringDeps } from './recurring-deps.ts';
import { countUnpaidCharges, listSubscriptionPayments, markChargeAsked, nextKnownPeriod } from './store/charges.ts';
import {
  advanceSubscription,
  endSubscription,
  lockActiveSubscription,
  scheduleSubscription,
} from './store/subscriptions.ts';

/** A declined card is not charged again for this long, however many missed cycles are due. */
const PAUSE_AFTER_FAILURE_US = 20 * US_PER_HOUR;

/** Advances to the cycle after a charged one. Returns whether the new cycle can be charged at once. */
async function closePaid(tx: Transaction, subscription: Subscription, nowUs: number): Promise<boolean> {
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
async function skipCycles(
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
 * When a worker processes a cycle: when it falls due, or at once if it is already due, in real time or by a test clock
 * that is ahead.
 */
function nextLook(subscription: Subscription, period: number, nowUs: number): number {
  const dueAtUs = periodDueAtUs(subscription, period);
  return dueAtUs > subscriptionNowUs(subscription, nowUs) ? dueAtUs : nowUs;
}

/** The lease during a charge: no other worker processes the subscription, unless this one dies. */
export const CHARGE_LEASE_US = US_PER_MINUTE;

/** The step that `planCharge` took. It determines what the caller does after the transaction. */
export type Plan =
  | { readonly kind: 'resting' }
  | { readonly kind: 'waiting'; readonly subscription: Subscription }
  /** The card networks allow no further attempt until `untilUs`. */
  | { readonly kind: 'capped'; readonly subscription: Subscription; readonly untilUs: number }
  | {
      readonly kind: 'charge';
      readonly subscription: Subscription;
      readonly payment: Payment;
      readonly provider: Charger;
      /** Whether this step created the payment. */
      readonly isNew: boolean;
    }
  | { readonly kind: 'withdraw'; readonly subscription: Subscription; readonly payment: Payment }
  | { readonly kind: 'paid'; readonly isMoreDue: boolean }
  | {
      readonly kind: 'failed';
      readonly subscription: Subscription;
      readonly isStopped: boolean;
      readonly isMoreDue: boolean;
    }
  /** Cycles were skipped: `periods` is their number. */
  | {
      readonly kind: 'left_out';
      readonly subscription: Subscription;
      readonly periods: number;
      readonly isMoreDue: boolean;
    };

/** A provider that charges card tokens. */
export type Charger = Provider & Required<Pick<Provider, 'chargeToken'>>;

/**
 * Takes the next step of a subscription within the store, in one transaction that locks its row: inserts a new payment
 * and adds it to the counts of payments, or closes the cycle by the results of its payments. Does nothing for a
 * subscription that has ended.
 */
export async function planCharge(tx: Transaction, deps: RecurringDeps, id: string): Promise<Plan> {
  const subscription = await lockActiveSubscription(tx, id);
  if (!subscription) return { kind: 'resting' };
  const first = await findPayment(tx, subscription.firstPaymentId);
  const website = await findWebsite(tx, subscription.websiteId);
  if (!first || !website) throw new Error(`${id} has lost its first payment or its website`);
  const nowUs = deps.clock();
  const provider = deps.providerFor(first.mode, first.method);
  const payments = await listSubscriptionPayments(tx, id, subscription.nextPeriod);
  const last = payments.at(-1);
  const step = nextStep({
    subscription,
    payments,
    // Read before `hasLateMoney`. In the other order, a late check that ends between the two reads would look finished, and the money
    // that it stored would not be seen.
    awaitsLateCheck: last !== undefined && (await awaitsLateCheck(tx, last.id)),
    hasLateMoney: last !== undefined && (await hasMoneyAfterFailure(tx, id, subscription.nextPeriod)),
    nextKnownPeriod: last ? undefined : await nextKnownPeriod(tx, subscription),
    isWanted: website.deactivatedAtUs === null && website.methods.includes(first.method),
    isPossible: isCharger(provider),
    catchUp: deps.settings.catchUp,
    nowUs,
  });
  switch (step.kind) {
    case 'rest':
      await scheduleSubscription(tx, id, step.untilUs);
      return { kind: 'resting' };
    case 'wait_for_provider':
      await scheduleSubscription(tx, id, step.untilUs);
      return { kind: 'waiting', subscription };
    case 'charge': {
      const restUntilUs = await capUntilUs(tx, subscription, nowUs);
      if (step.payment === undefined && restUntilUs !== undefined) {
        await scheduleSubscription(tx, id, restUntilUs);
        return { kind: 'capped', subscription, untilUs: restUntilUs };
      }
      const [period, attempt] = [subscription.nextPeriod, nextAttemptNumber(payments)];
      if (!isCharger(provider)) throw new Error(`${id} cannot be charged`);
      await scheduleSubscription(tx, id, nowUs + CHARGE_LEASE_US);
      const payment =
        step.payment ?? (await insertCharge(tx, deps, { subscription, first, provider, period, attempt }));
      return { kind: 'charge', subscription, payment, provider, isNew: step.payment === undefined };
    }
    case 'withdraw': {
      const { payment } = step;
      await scheduleSubscription(tx, id, nowUs + CHARGE_LEASE_US);
      // No charge is requested here. The mark can be set only once, so setting it prevents every other process from
      // requesting the charge.
      await markChargeAsked(tx, payment.id, {
        askedAtUs: nowUs,
        expiresAtUs: payment.expiresAtUs,
        nextCheckAtUs: nowUs + CHARGE_LEASE_US,
      });
      return { kind: 'withdraw', subscription, payment };
    }
    case 'leave_out': {
      const { periods } = step;
      const isMoreDue = await skipCycles(tx, subscription, { periods, nowUs });
      return { kind: 'left_out', subscription, periods, isMoreDue };
    }
    case 'close': {
      if (step.isPaid) return { kind: 'paid', isMoreDue: await closePaid(tx, subscription, nowUs) };
      const reason = last?.failureReason ?? null;
      const closed = await closeFailed(tx, subscription, { reason, maxFailures: deps.settings.maxFailures, nowUs });
      return { kind: 'failed', subscription, ...closed };
    }
  }
}

/** Until when the card networks forbid another attempt, after too many declines; undefined when one is allowed. */
async function capUntilUs(tx: Transaction, { id, mode }: Subscription, nowUs: number): Promise<number | undefined> {
  // A test clock advances by months within a second, so the networks' limit does not apply.
  if (mode === 'test') return undefined;
  const windowUs = DECLINE_WINDOW_DAYS * US_PER_DAY;
  const { count, firstAtUs } = await countUnpaidCharges(tx, id, nowUs - windowUs);
  if (count < MAX_DECLINES) return undefined;
  // Checked again each day: nothing is planned weeks ahead, because the clock may be wrong.
  return Math.min((firstAtUs ?? nowUs) + windowUs + 1, nowUs + US_PER_DAY);
}

/** Whether a provider can charge card tokens. */
export function isCharger(provider: Provider | undefined): provider is Charger {
  return provider?.chargeToken !== undefined;
}
