import { US_PER_MINUTE } from '../../core/durations.ts';
import { isFinal, type Payment } from '../../core/payment.ts';
import { MAX_TRIES, periodDueAtUs, periodsDue, type Subscription, subscriptionNowUs } from '../../core/recurring.ts';

/**
 * The wait before the card is charged again. It is long enough for a late check, which finds money that arrived after
 * the failure.
 */
const RETRY_WAIT_US = { test: 0, live: 15 * US_PER_MINUTE };
/** The wait before looking again at an open payment, which the ordinary checks or the charge's result settle. */
const CHECK_AGAIN_US = { test: US_PER_MINUTE / 30, live: US_PER_MINUTE / 2 };
/** The wait until the provider is set up again. */
const NO_PROVIDER_WAIT_US = 10 * US_PER_MINUTE;

/** The facts that alone determine the next step. The memory of a crashed worker does not matter. */
export interface PeriodFacts {
  readonly subscription: Subscription;
  /** The payments of the subscription's next cycle, oldest first. */
  readonly payments: readonly Payment[];
  /**
   * The first later cycle that already has payments, which were found early in the provider's records. Undefined when
   * there is none.
   */
  readonly nextKnownPeriod: number | undefined;
  /** Whether money arrived for one of `payments` after the payment had failed. */
  readonly hasLateMoney: boolean;
  /** Whether the last of `payments` failed, and has not been verified since. */
  readonly awaitsLateCheck: boolean;
  /** Whether the website is active and has the method enabled. */
  readonly isWanted: boolean;
  /** Whether a provider that charges card tokens is set up. */
  readonly isPossible: boolean;
  /** How many missed cycles are charged later. */
  readonly catchUp: number;
  readonly nowUs: number;
}

export type Step =
  /** Do nothing until `untilUs`. */
  | { readonly kind: 'rest'; readonly untilUs: number }
  /** A charge is due, but no provider can make it. */
  | { readonly kind: 'wait_for_provider'; readonly untilUs: number }
  /** Request a charge for this payment, or for a new one. */
  | { readonly kind: 'charge'; readonly payment: Payment | undefined }
  /** Fail this payment, whose charge was not requested, and may not be requested any more. */
  | { readonly kind: 'withdraw'; readonly payment: Payment }
  /** Skip this many cycles. */
  | { readonly kind: 'leave_out'; readonly periods: number }
  /** The cycle is over. */
  | { readonly kind: 'close'; readonly isPaid: boolean };

/** The next step of a subscription. Pure: the same facts always lead to the same step. */
export function nextStep(facts: PeriodFacts): Step {
  const { payments, nowUs } = facts;
  const { mode } = facts.subscription;
  const last = payments.at(-1);
  if (!last) return stepWithoutPayment(facts);
  if (payments.some(({ status }) => status === 'completed')) return { kind: 'close', isPaid: true };
  const open = payments.find(({ status }) => !isFinal(status));
  if (open) {
    if (open.chargeAskedAtUs !== null) return { kind: 'rest', untilUs: nowUs + CHECK_AGAIN_US[mode] };
    return isStillDue(facts) && !facts.hasLateMoney ? charge(facts, open) : { kind: 'withdraw', payment: open };
  }
  // The operator already has the customer's money for this cycle.
  if (facts.hasLateMoney) return { kind: 'close', isPaid: true };
  if (!neverArrived(last) || nextAttemptNumber(payments) > MAX_TRIES) return { kind: 'close', isPaid: false };
  const againAtUs = (last.finishedAtUs ?? nowUs) + RETRY_WAIT_US[mode];
  if (againAtUs > nowUs) return { kind: 'rest', untilUs: againAtUs };
  // An outage of the gateway or the provider has prevented the late check.
  if (facts.awaitsLateCheck) return { kind: 'rest', untilUs: nowUs + CHECK_AGAIN_US[mode] };
  return isStillDue(facts) ? charge(facts) : { kind: 'leave_out', periods: 1 };
}

/**
 * Whether a cycle with payments must still be charged: the charge is wanted, and no outage has made the cycle too old.
 */
function isStillDue(facts: PeriodFacts): boolean {
  const { subscription, catchUp, nowUs } = facts;
  if (periodDueAtUs(subscription, subscription.nextPeriod) <= unwantedUntilUs(facts)) return false;
  return periodsDue(subscription, subscription.nextPeriod, nowUs) <= catchUp;
}

/**
 * Cycles that are due up to this time are not charged: the subscription is or was paused, or its website is inactive or
 * has the method disabled.
 */
function unwantedUntilUs({ subscription: { pausedAtUs, skippedUntilUs }, isWanted }: PeriodFacts): number {
  return isWanted && pausedAtUs === null ? (skippedUntilUs ?? Number.NEGATIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

/**
 * Whether nothing was charged: the provider does not know the charge, or refused to process it. If the
 * provider knew the charge and had not decided when the payment expired, money may have been charged. Everything else
 * is a real decline.
 */
function neverArrived({ failureReason, providerRef }: Payment): boolean {
  return failureReason === 'provider_error' || (failureReason === 'expired' && providerRef === null);
}

/** The number of a cycle's next attempt. Each payment from before attempts were numbered counts as one. */
export function nextAttemptNumber(payments: readonly Payment[]): number {
  return Math.max(payments.length, ...payments.map(({ subscriptionTry }) => subscriptionTry ?? 0)) + 1;
}

/** The next step for a cycle without a payment. */
function stepWithoutPayment(facts: PeriodFacts): Step {
  const { subscription, nowUs, catchUp } = facts;
  const dueAtUs = periodDueAtUs(subscription, subscription.nextPeriod);
  const atUs = subscriptionNowUs(subscription, nowUs);
  if (dueAtUs > atUs) return { kind: 'rest', untilUs: dueAtUs };
  const unwanted = periodsDue(subscription, subscription.nextPeriod, Math.min(atUs, unwantedUntilUs(facts)));
  if (unwanted > 0) return { kind: 'leave_out', periods: unwanted };
  // Counted in real time only: a test clock is moved in order to see every cycle.
  const tooMany = periodsDue(subscription, subscription.nextPeriod, nowUs) - catchUp;
  if (tooMany <= 0) return charge(facts);
  // A cycle that already has a charge is not skipped.
  const uncharged = (facts.nextKnownPeriod ?? Number.POSITIVE_INFINITY) - subscription.nextPeriod;
  return { kind: 'leave_out', periods: Math.min(tooMany, uncharged) };
}

function charge({ isPossible, nowUs }: PeriodFacts, payment?: Payment): Step {
  return isPossible ? { kind: 'charge', payment } : { kind: 'wait_for_provider', untilUs: nowUs + NO_PROVIDER_WAIT_US };
}
