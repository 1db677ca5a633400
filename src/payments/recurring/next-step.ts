import { isFinal, type Payment } from '../../domain/payment.ts';
import { MAX_TRIES, periodDueAtUs, periodsDue, type Subscription, subscriptionNowUs } from '../../domain/recurring.ts';

const MINUTE_US = 60_000_000;

/**
 * The wait before the card is charged again: failed payments are verified once more by then, and money that arrived is
 * noticed.
 */
const RETRY_WAIT_US = { test: 0, live: 15 * MINUTE_US };
/** An open payment is settled by its result or by the ordinary checks: when to look whether it was. */
const CHECK_AGAIN_US = { test: MINUTE_US / 30, live: MINUTE_US / 2 };
/** The wait until the provider is set up again. */
const NO_PROVIDER_WAIT_US = 10 * MINUTE_US;

/** Everything the next step follows from: the state of a crashed worker does not matter. */
export interface PeriodFacts {
  readonly subscription: Subscription;
  /** The payments of its next period, oldest first. */
  readonly payments: readonly Payment[];
  /** The first later period that has payments already: found in the provider's books before its turn. Undefined when none has. */
  readonly nextKnownPeriod: number | undefined;
  /** Money came for one of them after it had failed. */
  readonly hasLateMoney: boolean;
  /** The last of them failed, and has not been verified since. */
  readonly awaitsLateCheck: boolean;
  /** The website is active, and its method is switched on. */
  readonly isWanted: boolean;
  /** A provider that charges card tokens is set up. */
  readonly isPossible: boolean;
  /** How many missed periods are charged later. */
  readonly catchUp: number;
  readonly nowUs: number;
}

export type Step =
  /** Nothing to do until then. */
  | { readonly kind: 'rest'; readonly untilUs: number }
  /** It should be charged, and no provider can. */
  | { readonly kind: 'wait_for_provider'; readonly untilUs: number }
  /** Ask the provider to charge this payment, or a new one. */
  | { readonly kind: 'charge'; readonly payment: Payment | undefined }
  /** Fail this payment, which was not requested and must not be any more. */
  | { readonly kind: 'withdraw'; readonly payment: Payment }
  /** Skip this many periods. */
  | { readonly kind: 'leave_out'; readonly periods: number }
  /** The period is over. */
  | { readonly kind: 'close'; readonly isPaid: boolean };

/** What is to be done about a recurring payment. Pure: the same facts lead to the same step, however often it is taken. */
export function nextStep(facts: PeriodFacts): Step {
  const { payments, nowUs } = facts;
  const { mode } = facts.subscription;
  const last = payments.at(-1);
  if (!last) return nextPeriod(facts);
  if (payments.some(({ status }) => status === 'completed')) return { kind: 'close', isPaid: true };
  const open = payments.find(({ status }) => !isFinal(status));
  if (open) {
    if (open.chargeAskedAtUs !== null) return { kind: 'rest', untilUs: nowUs + CHECK_AGAIN_US[mode] };
    return isStillDue(facts) && !facts.hasLateMoney ? charge(facts, open) : { kind: 'withdraw', payment: open };
  }
  // The operator has the customer's money for this period already.
  if (facts.hasLateMoney) return { kind: 'close', isPaid: true };
  if (!neverArrived(last) || nextTry(payments) > MAX_TRIES) return { kind: 'close', isPaid: false };
  const againAtUs = (last.finishedAtUs ?? nowUs) + RETRY_WAIT_US[mode];
  if (againAtUs > nowUs) return { kind: 'rest', untilUs: againAtUs };
  // An outage, ours or the provider's, has kept it from being verified.
  if (facts.awaitsLateCheck) return { kind: 'rest', untilUs: nowUs + CHECK_AGAIN_US[mode] };
  return isStillDue(facts) ? charge(facts) : { kind: 'leave_out', periods: 1 };
}

/** A period that has payments is still to be charged: it is wanted, and no outage has made it too old meanwhile. */
function isStillDue(facts: PeriodFacts): boolean {
  const { subscription, catchUp, nowUs } = facts;
  if (periodDueAtUs(subscription, subscription.nextPeriod) <= unwantedUntilUs(facts)) return false;
  return periodsDue(subscription, subscription.nextPeriod, nowUs) <= catchUp;
}

/** What falls due up to then is not to be charged: it is paused, or was, or the website does not want it. */
function unwantedUntilUs({ subscription: { pausedAtUs, skippedUntilUs }, isWanted }: PeriodFacts): number {
  return isWanted && pausedAtUs === null ? (skippedUntilUs ?? Number.NEGATIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

/**
 * Nothing was charged: the provider does not know it, or refused to process it. If it knew the charge and had not decided
 * when it expired, the money may be gone. Everything else is a real decline.
 */
function neverArrived({ failureReason, providerRef }: Payment): boolean {
  return failureReason === 'provider_error' || (failureReason === 'expired' && providerRef === null);
}

/** The number of a period's next attempt: each payment from before attempts were numbered counts as one. */
export function nextTry(payments: readonly Payment[]): number {
  return Math.max(payments.length, ...payments.map(({ subscriptionTry }) => subscriptionTry ?? 0)) + 1;
}

/** A period that has no payment yet. */
function nextPeriod(facts: PeriodFacts): Step {
  const { subscription, nowUs, catchUp } = facts;
  const dueAtUs = periodDueAtUs(subscription, subscription.nextPeriod);
  const atUs = subscriptionNowUs(subscription, nowUs);
  if (dueAtUs > atUs) return { kind: 'rest', untilUs: dueAtUs };
  const unwanted = periodsDue(subscription, subscription.nextPeriod, Math.min(atUs, unwantedUntilUs(facts)));
  if (unwanted > 0) return { kind: 'leave_out', periods: unwanted };
  // By real time only: a test clock is moved to see every period.
  const tooMany = periodsDue(subscription, subscription.nextPeriod, nowUs) - catchUp;
  if (tooMany <= 0) return charge(facts);
  // What was charged is not skipped.
  const unknown = (facts.nextKnownPeriod ?? Number.POSITIVE_INFINITY) - subscription.nextPeriod;
  return { kind: 'leave_out', periods: Math.min(tooMany, unknown) };
}

function charge({ isPossible, nowUs }: PeriodFacts, payment?: Payment): Step {
  return isPossible ? { kind: 'charge', payment } : { kind: 'wait_for_provider', untilUs: nowUs + NO_PROVIDER_WAIT_US };
}
