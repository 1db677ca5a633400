import { US_PER_DAY } from '../../core/durations.ts';
import { isFinal, type Payment } from '../../core/payment.ts';
import { type ChargeName, periodDueAtUs, type Subscription } from '../../core/recurring.ts';
import type { Transaction } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ListedCharge, Verification } from '../../providers/provider.ts';
import { moneyLeft, reportDiscrepancy } from '../payments/discrepancies/report-discrepancy.ts';
import { resolveReturned } from '../payments/discrepancies/resolve-discrepancies.ts';
import { findChargePayment, findPayment } from '../payments/store/find-payment.ts';
import { adoptCharge } from './find-charged.ts';
import { insertCharge } from './insert-charge.ts';
import { type Charger, isCharger } from './plan-charge.ts';
import type { RecurringDeps } from './recurring-deps.ts';
import { listSubscriptionPayments } from './store/charges.ts';
import { earliestDue, findSubscription, lockActiveSubscription } from './store/subscriptions.ts';

const METHOD = 'lakaypay_card';

/** A provider whose records can be compared with ours. */
export type Searcher = Charger & Required<Pick<Charger, 'findCharge' | 'list' | 'searchLagUs'>>;

export interface ReconciledCharges {
  /** Charges that the store had lost, and that were restored. */
  readonly adopted: number;
  /**
   * Charges without a match in this store, such as those of a subscription that is not in the backup. They become
   * discrepancies.
   */
  readonly unknown: number;
}

/** The provider of live subscriptions, if its records can be searched. */
export function searcherOf({ providerFor }: Pick<RecurringDeps, 'providerFor'>): Searcher | undefined {
  const provider = providerFor('live', METHOD);
  return isCharger(provider) && provider.findCharge && provider.list && provider.searchLagUs !== undefined
    ? (provider as Searcher)
    : undefined;
}

/**
 * Compares a store that was rolled back with the provider's records: restores the payment of each charge since the
 * oldest cycle that is unpaid in this store. Charges nothing. May be interrupted anywhere and repeated. Throws
 * ProviderUnavailable when the records cannot be read completely.
 */
export async function reconcileCharges(deps: RecurringDeps, provider: Searcher, log: Log): Promise<ReconciledCharges> {
  const nowUs = deps.clock();
  const fromUs = await earliestDue(deps.db, nowUs);
  let [adopted, unknown] = [0, 0];
  if (fromUs === undefined) return { adopted, unknown };
  for await (const charge of provider.list({ fromUs: fromUs - US_PER_DAY, toUs: nowUs + US_PER_DAY }, log)) {
    if (!charge.chargeName) continue;
    const result = await look(deps, provider, { charge, name: charge.chargeName }, log);
    if (result === 'adopted') adopted++;
    else if (result === 'unknown') unknown++;
  }
  return { adopted, unknown };
}

async function look(
  deps: RecurringDeps,
  provider: Searcher,
  { charge, name }: { charge: ListedCharge; name: ChargeName },
  log: Log,
): Promise<'adopted' | 'unknown' | 'known'> {
  const { db, clock } = deps;
  // An open payment is left to the ordinary checks, a final one to the ordinary reconciliation.
  const own = await findChargePayment(db, name);
  if (own && (isFinal(own.status) || own.chargeAskedAtUs !== null)) return 'known';
  const subscription = await findSubscription(db, name.subscriptionId);
  const payment =
    subscription && (await db.transaction((tx) => paymentFor(tx, deps, { subscription, provider, name })));
  if (!subscription || payment === undefined) {
    const returns = await charge.readReturns?.(log);
    // The customer has everything back, so no action is needed.
    if (returns?.left.amountMinor === 0) {
      await resolveReturned(deps, { method: METHOD, providerRef: charge.providerRef, paymentId: null });
      return 'known';
    }
    const report = { method: METHOD, providerRef: charge.providerRef, ...moneyLeft({ ...charge, returns }) } as const;
    await reportDiscrepancy(deps, { ...report, kind: 'unknown_payment', paymentId: null }, log);
    return 'unknown';
  }
  if (payment === 'in turn') return 'known';
  // The list shows charges, but not their returns: the provider is queried about this charge before it completes
  // anything.
  const verification =
    (await provider.findCharge({ ...payment, subscriptionTry: name.attempt }, log)) ??
    (await listedVerification(charge, clock(), log));
  await adoptCharge(deps, { subscription, payment, found: { attempt: name.attempt, verification } }, log);
  return 'adopted';
}

/** The verification of a charge that is in the list but was not found by its name. Throws ProviderUnavailable. */
async function listedVerification(charge: ListedCharge, nowUs: number, log: Log): Promise<Verification> {
  const returns = await charge.readReturns?.(log);
  return {
    outcome: { status: 'completed', paid: charge.paid, ...(returns && { returns }) },
    response: {},
    nextCheckAtUs: nowUs,
    providerRef: charge.providerRef,
  };
}

/**
 * The payment for a found charge: an existing one that was not requested yet, or a new one. `in turn` when another
 * requested attempt of this cycle is still open: this charge is found later, once that attempt has ended. Undefined
 * when no subscription here has a cycle for it.
 */
async function paymentFor(
  tx: Transaction,
  deps: RecurringDeps,
  { subscription: { id }, provider, name }: { subscription: Subscription; provider: Searcher; name: ChargeName },
): Promise<Payment | 'in turn' | undefined> {
  const subscription = await lockActiveSubscription(tx, id);
  const first = subscription && (await findPayment(tx, subscription.firstPaymentId));
  const { period, attempt } = name;
  if (!subscription || !first || period < subscription.nextPeriod) return undefined;
  // The cycle may fall due up to a day from now, because the clock that requested the charge may have been ahead. The
  // charge is assigned to its own cycle only, and no cycle is charged early because of it.
  if (periodDueAtUs(subscription, period) > deps.clock() + US_PER_DAY) return undefined;
  const payments = await listSubscriptionPayments(tx, id, period);
  const open = payments.find(({ status }) => !isFinal(status));
  if (open) return open.chargeAskedAtUs === null ? open : 'in turn';
  if (payments.some(({ status }) => status === 'completed')) return undefined;
  return insertCharge(tx, deps, { subscription, first, provider, period, attempt });
}
