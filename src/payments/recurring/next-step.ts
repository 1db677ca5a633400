import { isFinal, type Payment } from '../../domain/payment.ts';
import { MAX_TRIES, periodDueAtUs, periodsDue, type Subscription, subscriptionNowUs } from '../../domain/recurring.ts';

const MINUTE_US = 60_000_000;

/** Before the card is charged again: failed payments are asked about once more by then, and money that came is seen. */
const RETRY_WAIT_US = { test: 0, live: 15 * MINUTE_US };
/** An open payment is settled by its result or by the ordinary checks: how soon it is looked at whether it was. */
const LOOK_AGAIN_US = { test: MINUTE_US / 30, live: MINUTE_US / 2 };
/** Until somebody sets up the provider again. */
const NO_PROVIDER_WAIT_US = 10 * MINUTE_US;

/** What the next step follows from, and nothing else: what a crashed worker had in mind does not matter. */
export interface PeriodFacts {
  readonly subscription: Subscription;
  /** The payments of its next period, oldest first. */
  readonly payments: readonly Payment[];
  /** The first later period that has payments already: found in the provider's books before its turn. Undefined when none has. */
  readonly nextKnownPeriod: number | undefined;
  /** Money came for one of them after it had failed. */
  readonly hasLateMoney: boolean;
  /** The last of them failed, and its provider was not asked since whether money came after all. */
  readonly awaitsLateCheck: boolean;
  /** The website is active, and its method is switched on. */
  readonly isWanted: boolean;
  /** A provider is set up that charges cards again. */
  readonly isPossible: boolean;
  /** How many periods that fell due while nobody charged them are charged later. */
  readonly catchUp: number;
  readonly nowUs: number;
}

export type Step =
  /** There is nothing to do until then. */
  | { readonly kind: 'rest'; readonly untilUs: number }
  /** It should be charged, and nobody can. */
  | { readonly kind: 'wait_for_provider'; readonly untilUs: number }
  /** Ask the provider to charge this payment, or a new one. */
  | { readonly kind: 'charge'; readonly payment: Payment | undefined }
  /** Give up this payment, which the provider was not asked for and is not to be any more. */
  | { readonly kind: 'withdraw'; readonly payment: Payment }
  /** Go on without charging so many periods. */
  | { readonly kind: 'leave_out'; readonly periods: number }
  /** The period has come to its end. */
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
    if (open.chargeAskedAtUs !== null) return { kind: 'rest', untilUs: nowUs + LOOK_AGAIN_US[mode] };
    return isStillDue(facts) && !facts.hasLateMoney ? charge(facts, open) : { kind: 'withdraw', payment: open };
  }
  // The operator has the customer's money for this period already.
  if (facts.hasLateMoney) return { kind: 'close', isPaid: true };
  if (!neverArrived(last) || nextTry(payments) > MAX_TRIES) return { kind: 'close', isPaid: false };
  const againAtUs = (last.finishedAtUs ?? nowUs) + RETRY_WAIT_US[mode];
  if (againAtUs > nowUs) return { kind: 'rest', untilUs: againAtUs };
  // An outage, ours or the provider's, has kept it from being asked about.
  if (facts.awaitsLateCheck) return { kind: 'rest', untilUs: nowUs + LOOK_AGAIN_US[mode] };
  return isStillDue(facts) ? charge(facts) : { kind: 'leave_out', periods: 1 };
}

/** A period that has payments is still to be charged: it is wanted, and no outage has made it too old meanwhile. */
function isStillDue({ subscription, isWanted, catchUp, nowUs }: PeriodFacts): boolean {
  return isWanted && periodsDue(subscription, subscription.nextPeriod, nowUs) <= catchUp;
}

/**
 * Nothing was charged: the provider does not know of it, or would not look at it. Of what it knew, and had not decided when it
 * was given up, the money may be gone. Everything else is a true refusal.
 */
function neverArrived({ failureReason, providerRef }: Payment): boolean {
  return failureReason === 'provider_error' || (failureReason === 'expired' && providerRef === null);
}

/** The number of a period's next try: of payments of before they were counted, each was one. */
export function nextTry(payments: readonly Payment[]): number {
  return Math.max(payments.length, ...payments.map(({ subscriptionTry }) => subscriptionTry ?? 0)) + 1;
}

/** A period that has no payment yet. */
function nextPeriod(facts: PeriodFacts): Step {
  const { subscription, nowUs, catchUp } = facts;
  const dueAtUs = periodDueAtUs(subscription, subscription.nextPeriod);
  const atUs = subscriptionNowUs(subscription, nowUs);
  if (dueAtUs > atUs) return { kind: 'rest', untilUs: dueAtUs };
  if (!facts.isWanted) {
    return { kind: 'leave_out', periods: periodsDue(subscription, subscription.nextPeriod, atUs) };
  }
  // By real time only: whoever moves a test clock wants to see every period.
  const tooMany = periodsDue(subscription, subscription.nextPeriod, nowUs) - catchUp;
  if (tooMany <= 0) return charge(facts);
  // What was charged is not left out.
  const unknown = (facts.nextKnownPeriod ?? Number.POSITIVE_INFINITY) - subscription.nextPeriod;
  return { kind: 'leave_out', periods: Math.min(tooMany, unknown) };
}

function charge({ isPossible, nowUs }: PeriodFacts, payment?: Payment): Step {
  return isPossible ? { kind: 'charge', payment } : { kind: 'wait_for_provider', untilUs: nowUs + NO_PROVIDER_WAIT_US };
}
