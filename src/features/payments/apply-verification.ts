import type { Decline } from '../../core/decline.ts';
import { US_PER_MINUTE } from '../../core/durations.ts';
import { isSameMoney } from '../../core/money.ts';
import { isFinal, type Payment } from '../../core/payment.ts';
import type { Transaction } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Charge, Outcome, Returns, Verification } from '../../providers/provider.ts';
import type { DiscrepancyReport } from './discrepancies/discrepancy.ts';
import { logDiscrepancy, moneyLeft, reportDiscrepancy, saveDiscrepancy } from './discrepancies/report-discrepancy.ts';
import { resolveReturned, resolveShown } from './discrepancies/resolve-discrepancies.ts';
import type { ReturnedMoney } from './discrepancies/store/discrepancies.ts';
import { markAsProcessing } from './mark-as-processing.ts';
import { type RecordShownDeps, recordShown, returned } from './record-shown.ts';
import type { Settle } from './settle-payment.ts';
import { findPayment } from './store/find-payment.ts';
import { type ProviderNews, updateProviderData } from './store/update-provider-data.ts';

/**
 * The delay until the next check of a payment whose reported failure is not trusted yet, because its charge has not
 * been requested or the time is not trusted.
 */
const UNASKED_CHECK_US = US_PER_MINUTE;

export interface ApplyDeps extends RecordShownDeps {
  readonly settle: Settle;
  readonly subscriptions: SubscriptionRules;
  /**
   * Whether this gateway has refunded all of a payment. Its provider may then no longer show it as paid. Defaults to
   * no.
   */
  readonly isRefundedInFull?: (payment: Payment) => Promise<boolean>;
  /** Whether the time is trusted. Defaults to yes. */
  readonly isCertain?: () => boolean;
  /** Called when a payment starts processing. */
  readonly onMoved?: ((payment: Payment) => void) | undefined;
}

/**
 * The rules of subscriptions that a verification needs. They are passed in, because payments must not import
 * subscriptions.
 */
export interface SubscriptionRules {
  /** Whether the subscription can still be charged. */
  isActive(subscriptionId: string): Promise<boolean>;
  /**
   * Ends the subscription if the decline of its charge forbids another charge, in the transaction that stores the
   * decline. Returns whether it ended the subscription.
   */
  stopDeclined(
    tx: Transaction,
    payment: Pick<Payment, 'id' | 'subscriptionId' | 'subscriptionPeriod'>,
    decline: Decline | undefined,
    atUs: number,
  ): Promise<boolean>;
}

type FailedOutcome = Extract<Outcome, { status: 'failed' }>;
type CompletedOutcome = Extract<Outcome, { status: 'completed' }>;

export interface ApplyOptions {
  /** The lease of the worker that claimed the payment; only that worker sets when it is checked next. */
  readonly leaseUntilUs?: number;
}

/**
 * Moves a payment to the status that its provider reports, in whatever order reports arrive. A payment completes only
 * with the requested amount, and never leaves a final status. Money that does not match becomes a discrepancy.
 *
 * For a payment that stays open, only changes are written. A check is only ever moved to an earlier time, except by the
 * worker that claimed the payment: repeated verifications cannot postpone the worker's check.
 *
 * Returns the current payment. Contract: STATE-1.
 */
export async function applyVerification(
  deps: ApplyDeps,
  payment: Payment,
  verification: Verification,
  log: Log,
  { leaseUntilUs }: ApplyOptions = {},
): Promise<Payment> {
  const { outcome, surplus = [], returnedRefs = [] } = verification;
  if (surplus.length > 0) await reportSurplus(deps, payment, { surplus, outcome }, log);
  for (const providerRef of returnedRefs) await resolveReturned(deps, moneyOf(payment, { providerRef }));
  const { providerData, providerRef, nextCheckAtUs } = verification;
  switch (outcome.status) {
    case 'open': {
      const news = { providerData, providerRef, checkByUs: nextCheckAtUs, leaseUntilUs };
      return keepOpen(deps, payment, news, outcome.isSubmitted === true);
    }
    case 'failed':
      if (isTimeInDoubt(deps, payment) || (await isPrematureFailure(deps, payment))) {
        const checkByUs = deps.clock() + UNASKED_CHECK_US;
        return keepOpen(deps, payment, { providerData, providerRef, checkByUs, leaseUntilUs }, false);
      }
      return fail(deps, payment, { outcome, verification }, log);
    case 'completed': {
      const { paid, returns } = outcome;
      const charge = { providerRef: verification.providerRef ?? String(payment.id), paid, returns };
      if (returns) return applyReturns(deps, payment, { verification, outcome, charge, returns, leaseUntilUs }, log);
      const settled = await (isSameMoney(paid, payment)
        ? complete(deps, payment, charge, verification, log)
        : refuseAmount(deps, payment, charge, log));
      // The provider has all of the money again, for example after a dispute that was won.
      if (isOwnCharge(settled, verification))
        await recordOwn(deps, settled, { verification, outcome, isNew: !isFinal(payment.status) }, log);
      return settled;
    }
  }
}

/**
 * Reports charges besides the requested one as discrepancies. A charge that completed the payment in the meantime is
 * not a surplus, whichever charge the provider lists first. If the payment has failed, or is about to fail because of a
 * wrong amount, each such charge is reported as `paid_after_failure`. So a charge is one discrepancy, whether the
 * provider lists it with others or alone.
 */
async function reportSurplus(
  deps: ApplyDeps,
  payment: Payment,
  { surplus, outcome }: { surplus: readonly Charge[]; outcome: Outcome },
  log: Log,
): Promise<void> {
  const { status, providerRef } = await reread(deps, payment);
  const isPaid = status === 'completed' || (outcome.status === 'completed' && isSameMoney(outcome.paid, payment));
  const kind = status === 'failed' || !isPaid ? 'paid_after_failure' : 'paid_twice';
  for (const charge of surplus) {
    if (status === 'completed' && charge.providerRef === providerRef) continue;
    await reportDiscrepancy(deps, differing(kind, payment, charge), log);
  }
}

async function keepOpen(deps: ApplyDeps, payment: Payment, news: ProviderNews, isSubmitted: boolean): Promise<Payment> {
  if (isFinal(payment.status)) return payment;
  if (isSubmitted && payment.status === 'pending') await markAsProcessing(deps, payment, news);
  else if (isNew(payment, news)) await deps.db.transaction((tx) => updateProviderData(tx, payment.id, news));
  return reread(deps, payment);
}

/**
 * Whether anything would be written. Without this check, customers, merchants and unauthenticated clients could cause
 * any number of writes.
 */
function isNew(payment: Payment, { providerData, providerRef, checkByUs, leaseUntilUs }: ProviderNews): boolean {
  if (providerData !== undefined && providerData !== payment.providerData) return true;
  if (providerRef !== undefined && providerRef !== payment.providerRef) return true;
  return leaseUntilUs !== undefined || isEarlier(checkByUs, payment);
}

/** Whether `checkByUs` is before the payment's next planned check. False when either of the two is missing. */
export function isEarlier(checkByUs: number | undefined, { nextCheckAtUs }: Payment): boolean {
  return checkByUs !== undefined && nextCheckAtUs !== null && checkByUs < nextCheckAtUs;
}

/**
 * Whether the payment has expired, but the time is not trusted. The reported failure may follow from the wrong time,
 * and the payment can still be paid, so the failure waits. A real failure is reported again once the time is
 * trusted.
 */
function isTimeInDoubt({ clock, isCertain = () => true }: ApplyDeps, payment: Payment): boolean {
  return !isFinal(payment.status) && !isCertain() && payment.expiresAtUs <= clock();
}

/**
 * Whether a subscription's charge is reported as failed before it was requested: a provider that knows of no charge
 * proves nothing. Once the subscription has ended, no process requests the charge any more, but a process may have
 * requested it after this payment was read.
 */
async function isPrematureFailure(deps: ApplyDeps, payment: Payment): Promise<boolean> {
  const { subscriptionId, chargeAskedAtUs } = payment;
  if (subscriptionId === null || chargeAskedAtUs !== null || isFinal(payment.status)) return false;
  if (await deps.subscriptions.isActive(subscriptionId)) return true;
  return (await reread(deps, payment)).chargeAskedAtUs !== null;
}

/**
 * Fails an open payment. A decline that forbids another charge ends the subscription even if the payment has already
 * failed, for example because it expired after a response was lost.
 */
async function fail(
  deps: ApplyDeps,
  payment: Payment,
  { outcome, verification }: { outcome: FailedOutcome; verification: Verification },
  log: Log,
): Promise<Payment> {
  const { decline } = outcome;
  const stop = (tx: Transaction) => deps.subscriptions.stopDeclined(tx, payment, decline, deps.clock());
  let isStopped = false;
  const also = async (tx: Transaction) => {
    isStopped = await stop(tx);
  };
  const settled = isFinal(payment.status) ? undefined : await deps.settle(payment, outcome, { ...verification, also });
  if (!settled && payment.subscriptionId !== null && decline) isStopped = await deps.db.transaction(stop);
  if (isStopped && decline) logStopped(log, payment, decline);
  return settled ?? (isFinal(payment.status) ? payment : reread(deps, payment));
}

function logStopped(log: Log, payment: Payment, decline: Decline): void {
  log.warn(
    { subscription: payment.subscriptionId, transaction_id: String(payment.id), decline: decline.reason },
    'a subscription was stopped: its card must not be charged again',
  );
}

async function complete(
  deps: ApplyDeps,
  payment: Payment,
  charge: Charge,
  { providerRef, cardToken }: Verification,
  log: Log,
): Promise<Payment> {
  // For a final payment, `settle` only stores a card token that arrives after the completion.
  const isOfUse = !isFinal(payment.status) || (payment.status === 'completed' && cardToken !== undefined);
  const refused = differing('paid_after_failure', payment, charge);
  const also = async (tx: Transaction, { status, mode }: Payment) => {
    if (status === 'failed' && mode === 'live') await saveDiscrepancy(tx, refused, deps.clock());
  };
  const settled = isOfUse && (await deps.settle(payment, { status: 'completed' }, { providerRef, cardToken, also }));
  if (settled && settled.status === 'failed') {
    if (settled.mode === 'live') reportedNew(deps, refused, log);
    return settled;
  }
  if (settled) {
    if (settled.recurringInterval !== null && cardToken === undefined) {
      const subject = { transaction_id: String(settled.id), provider_ref: settled.providerRef };
      log.error(
        subject,
        'the provider returned no card token: this payment is completed, but its card cannot be charged again',
      );
    }
    return settled;
  }
  const final = await reread(deps, payment);
  // Another outcome was stored after the sandbox had read the payment. No money moved, so the operator has nothing to
  // return.
  if (final.mode === 'test') return final;
  // A final status never changes: the operator returns the customer's money.
  if (final.status === 'failed') await reportDiscrepancy(deps, differing('paid_after_failure', final, charge), log);
  else if (isSecondCharge(final, providerRef))
    await reportDiscrepancy(deps, differing('paid_twice', final, charge), log);
  return final;
}

/**
 * Whether the provider reports a completed payment under another reference than before: the card was then charged
 * twice.
 */
function isSecondCharge(completed: Payment, providerRef: string | undefined): boolean {
  return providerRef !== undefined && completed.providerRef !== null && completed.providerRef !== providerRef;
}

/** Whether a payment is completed, and the provider's report is about the charge that completed it. */
export function isOwnCharge(payment: Payment, { providerRef }: Verification): boolean {
  return payment.status === 'completed' && !isSecondCharge(payment, providerRef);
}

/** Records what the provider shows of the charge that completed a payment. A payment that has just completed has no case yet. */
async function recordOwn(
  deps: ApplyDeps,
  payment: Payment,
  {
    verification,
    outcome,
    isNew = false,
  }: { readonly verification: Verification; readonly outcome: CompletedOutcome; readonly isNew?: boolean },
  log: Log,
): Promise<void> {
  const providerRef = payment.providerRef ?? verification.providerRef ?? null;
  // Without its number, the report may follow from our own record, and proves nothing.
  const isProven = payment.providerRef === null || verification.providerRef !== undefined;
  if (!isNew && isProven && payment.mode === 'live' && isSameMoney(outcome.paid, payment)) {
    await resolveShown(deps, { ...payment, providerRef });
  }
  await recordShown(deps, payment, outcome, log);
}

/** Fails a payment that was paid with a wrong amount, and stores the discrepancy in the same transaction. */
async function refuseAmount(deps: ApplyDeps, payment: Payment, charge: Charge, log: Log): Promise<Payment> {
  const { settle, clock } = deps;
  const report = differing('amount_mismatch', payment, charge);
  const settled = await settle(
    payment,
    { status: 'failed', failureReason: 'amount_mismatch' },
    {
      providerRef: charge.providerRef,
      also: async (tx) => {
        await saveDiscrepancy(tx, report, clock());
      },
    },
  );
  if (settled) {
    reportedNew(deps, report, log);
    return settled;
  }
  const final = await reread(deps, payment);
  const isOwn = [final.providerRef, String(final.id)].includes(charge.providerRef);
  const isKnown = final.status === 'completed' || (final.failureReason === 'amount_mismatch' && isOwn);
  await reportDiscrepancy(deps, isKnown ? report : differing('paid_after_failure', final, charge), log);
  return final;
}

/**
 * Some or all of the paid money was returned to the customer, by a refund of this gateway or outside of it. An open payment completes only with
 * all of its money: it fails when some or all was returned, and waits while the customer's bank decides a dispute. A
 * final payment does not change, and returns of a completed payment outside of the gateway become discrepancies. Contract: LIVE-10.
 */
async function applyReturns(
  deps: ApplyDeps,
  payment: Payment,
  given: {
    verification: Verification;
    outcome: CompletedOutcome;
    charge: Charge;
    returns: Returns;
    leaseUntilUs: number | undefined;
  },
  log: Log,
): Promise<Payment> {
  const { verification, outcome, charge, returns, leaseUntilUs } = given;
  const current = isFinal(payment.status) ? await reread(deps, payment) : payment;
  if (!isFinal(current.status)) {
    const settled = await settleReturned(deps, current, given, log);
    if (settled) return settled;
  }
  const final = await reread(deps, payment);
  if (!isFinal(final.status)) {
    const { providerData, providerRef, nextCheckAtUs: checkByUs } = verification;
    return keepOpen(deps, final, { providerData, providerRef, checkByUs, leaseUntilUs }, true);
  }
  if (final.status === 'completed') {
    if (isSecondCharge(final, verification.providerRef)) {
      if (returns.left.amountMinor > 0) await reportDiscrepancy(deps, differing('paid_twice', final, charge), log);
      else await resolveReturned(deps, moneyOf(final, charge));
    } else await recordOwn(deps, final, { verification, outcome }, log);
    return final;
  }
  // The customer has all of the money back, so an operator has nothing left to do: the discrepancy is resolved.
  if (returns.left.amountMinor === 0) {
    await resolveReturned(deps, moneyOf(final, charge));
    return final;
  }
  const kind = final.failureReason === 'amount_mismatch' ? 'amount_mismatch' : 'paid_after_failure';
  await reportDiscrepancy(deps, differing(kind, final, charge), log);
  // Returns in another currency are not subtracted from the reported amount, so each return is reported too.
  if (returns.isLeftUncertain) {
    for (const item of returns.items) await reportDiscrepancy(deps, returned(final, item), log);
  }
  return final;
}

/**
 * Fails an open payment whose money was returned. Undefined if the payment is already final, if its money is only
 * disputed, or if the remaining amount is uncertain.
 */
async function settleReturned(
  deps: ApplyDeps,
  payment: Payment,
  { charge, returns: { left, items, isLeftUncertain } }: { charge: Charge; returns: Returns },
  log: Log,
): Promise<Payment | undefined> {
  const isAllReturned = left.amountMinor === 0;
  if (!isAllReturned && isLeftUncertain) return undefined;
  if (!isAllReturned && items.some(({ how }) => how === 'disputed')) return undefined;
  const reports = isAllReturned
    ? items.map((item) => returned(payment, item))
    : [differing('amount_mismatch', payment, charge)];
  const settled = await deps.settle(
    payment,
    { status: 'failed', failureReason: isAllReturned ? 'cancelled' : 'amount_mismatch' },
    {
      providerRef: charge.providerRef,
      also: async (tx) => {
        for (const report of reports) await saveDiscrepancy(tx, report, deps.clock());
      },
    },
  );
  for (const report of settled ? reports : []) reportedNew(deps, report, log);
  return settled;
}

/** Logs a discrepancy that was stored in the transaction that made its payment final. */
function reportedNew({ onNewDiscrepancy }: ApplyDeps, report: DiscrepancyReport, log: Log): void {
  logDiscrepancy(log, report);
  onNewDiscrepancy?.();
}

function differing(kind: DiscrepancyReport['kind'], payment: Payment, charge: Charge): DiscrepancyReport {
  return {
    kind,
    method: payment.method,
    paymentId: payment.id,
    providerRef: charge.providerRef,
    ...moneyLeft(charge),
  };
}

function moneyOf({ id, method }: Payment, { providerRef }: Pick<Charge, 'providerRef'>): ReturnedMoney {
  return { method, providerRef, paymentId: id };
}

async function reread({ db }: ApplyDeps, payment: Payment): Promise<Payment> {
  return (await findPayment(db, payment.id)) ?? payment;
}
