import { initialStatus, type Payment } from '../../domain/payment.ts';
import { periodDueAtUs, type Subscription, subscriptionNowUs } from '../../domain/recurring.ts';
import type { Provider, UnopenedPayment } from '../../providers/provider.ts';
import type { Transaction } from '../../storage/database.ts';
import { hasMoneyAfterFailure } from '../../storage/discrepancies.ts';
import { changeCounts } from '../../storage/payment-counts.ts';
import { findPayment, insertPayments, listSubscriptionPayments } from '../../storage/payments.ts';
import {
  advanceSubscription,
  endSubscription,
  lockActiveSubscription,
  type Progress,
  scheduleSubscription,
} from '../../storage/subscriptions.ts';
import { findWebsite } from '../../storage/websites.ts';
import { nextStep } from './next-step.ts';
import type { RecurringDeps } from './recurring-deps.ts';

/** While a card is charged nobody else looks at its subscription, unless this worker is gone. */
export const CHARGE_LEASE_US = 60_000_000;
/** A card that was declined is left alone so long, however many periods wait to be caught up with. */
const PAUSE_AFTER_FAILURE_US = 20 * 3_600_000_000;
const MAX_DRAWS = 8;

/** What a transaction has done about a recurring payment, and what is left to do outside of it. */
export type Plan =
  | {
      readonly kind: 'charge';
      readonly subscription: Subscription;
      readonly payment: Payment;
      readonly provider: Charger;
    }
  | {
      readonly kind: 'closed';
      readonly subscription: Subscription;
      readonly isPaid: boolean;
      readonly isStopped: boolean;
      readonly isMoreDue: boolean;
    }
  | {
      readonly kind: 'left_out';
      readonly subscription: Subscription;
      readonly periods: number;
      readonly isMoreDue: boolean;
    }
  | { readonly kind: 'resting' };

/** A provider that charges a card again. */
export type Charger = Provider & Required<Pick<Provider, 'chargeToken'>>;

/**
 * Takes the next step of a recurring payment as far as the store goes, in one transaction that holds its row: a new payment is
 * inserted with its counts, or the period is closed by what its payments have come to. Does nothing for one that has ended.
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
  const step = nextStep({
    subscription,
    payments,
    hasLateMoney: payments.length > 0 && (await hasMoneyAfterFailure(tx, id, subscription.nextPeriod)),
    isWanted: website.deactivatedAtUs === null && website.methods.includes(first.method),
    isPossible: isCharger(provider),
    catchUp: deps.settings.catchUp,
    nowUs,
  });
  switch (step.kind) {
    case 'rest':
      await scheduleSubscription(tx, id, step.untilUs);
      return { kind: 'resting' };
    case 'charge': {
      if (!isCharger(provider)) throw new Error(`${id} cannot be charged`);
      await scheduleSubscription(tx, id, nowUs + CHARGE_LEASE_US);
      const payment = step.payment ?? (await insertCharge(tx, deps, { subscription, first, provider, nowUs }));
      return { kind: 'charge', subscription, payment, provider };
    }
    case 'leave_out': {
      const { periods } = step;
      const isMoreDue = await goOn(tx, subscription, nowUs, {
        nextPeriod: subscription.nextPeriod + periods,
        periodsLeftOut: subscription.periodsLeftOut + periods,
      });
      return { kind: 'left_out', subscription, periods, isMoreDue };
    }
    case 'close':
      return close(tx, deps, { subscription, last: payments.at(-1), isPaid: step.isPaid, nowUs });
  }
}

function isCharger(provider: Provider | undefined): provider is Charger {
  return provider?.chargeToken !== undefined;
}

/** The payment of a period: what the first one was, and a transaction of its own. */
async function insertCharge(
  tx: Transaction,
  { nextId, rates }: RecurringDeps,
  {
    subscription,
    first,
    provider,
    nowUs,
  }: { subscription: Subscription; first: Payment; provider: Charger; nowUs: number },
): Promise<Payment> {
  for (let draw = 1; draw <= MAX_DRAWS; draw++) {
    const unopened: UnopenedPayment = {
      ...withoutOpening(first),
      id: nextId(),
      status: initialStatus(first.method),
      recurringInterval: null,
      recurringIntervalCount: null,
      subscriptionId: subscription.id,
      subscriptionPeriod: subscription.nextPeriod,
      chargeAskedAtUs: null,
      createdAtUs: nowUs,
      finishedAtUs: null,
    };
    const { fields: _, ...opening } = provider.open(unopened, { rateE4: rates().rateE4 });
    const payment: Payment = { ...unopened, ...opening, providerRef: null };
    const inserted = await insertPayments(tx, [payment]);
    if (!inserted.has(payment.id)) continue;
    await changeCounts(tx, [{ payment, status: payment.status, by: 1 }]);
    return payment;
  }
  throw new Error(`no free transaction id in ${MAX_DRAWS} draws`);
}

function withoutOpening(payment: Payment): UnopenedPayment {
  const { providerData: _, providerRef: __, expiresAtUs: ___, nextCheckAtUs: ____, ...rest } = payment;
  return rest;
}

async function close(
  tx: Transaction,
  { settings }: RecurringDeps,
  {
    subscription,
    last,
    isPaid,
    nowUs,
  }: { subscription: Subscription; last: Payment | undefined; isPaid: boolean; nowUs: number },
): Promise<Plan> {
  const consecutiveFailures = isPaid ? 0 : subscription.consecutiveFailures + 1;
  const isMoreDue = await goOn(tx, subscription, nowUs, {
    nextPeriod: subscription.nextPeriod + 1,
    consecutiveFailures,
  });
  const isStopped = consecutiveFailures >= settings.maxFailures;
  if (isStopped) {
    const reason = `${consecutiveFailures === 1 ? 'a charge' : `${consecutiveFailures} charges in a row`} failed, the last one as ${last?.failureReason}`;
    await endSubscription(tx, subscription.id, { status: 'stopped', reason, atUs: nowUs });
  }
  return { kind: 'closed', subscription, isPaid, isStopped, isMoreDue: isMoreDue && !isStopped };
}

/** Moves on to a later period. Returns whether that can be charged at once. */
async function goOn(
  tx: Transaction,
  subscription: Subscription,
  nowUs: number,
  changes: Pick<Progress, 'nextPeriod'> & Partial<Progress>,
): Promise<boolean> {
  const { consecutiveFailures, periodsLeftOut } = { ...subscription, ...changes };
  const dueAtUs = periodDueAtUs(subscription, changes.nextPeriod);
  const hasFailed = consecutiveFailures > subscription.consecutiveFailures;
  const nextChargeAtUs =
    dueAtUs > subscriptionNowUs(subscription, nowUs)
      ? dueAtUs
      : hasFailed && dueAtUs <= nowUs
        ? nowUs + PAUSE_AFTER_FAILURE_US
        : nowUs;
  await advanceSubscription(tx, subscription.id, {
    nextPeriod: changes.nextPeriod,
    nextChargeAtUs,
    consecutiveFailures,
    periodsLeftOut,
  });
  return nextChargeAtUs <= nowUs;
}
