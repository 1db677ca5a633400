import type { DiscrepancyReport } from '../domain/discrepancy.ts';
import { isSameMoney } from '../domain/money.ts';
import { isFinal, type Payment } from '../domain/payment.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Charge, MoneyReturn, Outcome, Returns, Verification } from '../providers/provider.ts';
import type { Database, Transaction } from '../storage/database.ts';
import { findPayment } from '../storage/payments/find-payment.ts';
import { type ProviderNews, updateProviderData } from '../storage/payments/update-provider-data.ts';
import { findSubscription } from '../storage/recurring/subscriptions.ts';
import { beginProcessing } from './begin-processing.ts';
import { logStopped, stopDeclined } from './recurring/stop-declined.ts';
import { logDiscrepancy, moneyLeft, reportDiscrepancy, saveDiscrepancy } from './report-discrepancy.ts';
import type { Settle } from './settle-payment.ts';

/** When to check a payment again whose failure cannot be trusted yet: its provider was not asked, or the time is in doubt. */
const UNASKED_CHECK_US = 60_000_000;

export interface ApplyDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly settle: Settle;
  /** Whether the time is certain; it always is when this is left out. */
  readonly isCertain?: () => boolean;
  /** Called when a payment has begun to be processed. */
  readonly onMoved?: ((payment: Payment) => void) | undefined;
  /** Called when a discrepancy was stored that nobody knew of. */
  readonly onNewDiscrepancy?: (() => void) | undefined;
}

type FailedOutcome = Extract<Outcome, { status: 'failed' }>;

export interface ApplyOptions {
  /** The lease of the worker that claimed the payment; only that worker sets when it is checked next. */
  readonly leaseUntilUs?: number;
}

/**
 * Moves a payment to the status its provider reports, in whatever order reports arrive: nothing is completed unless the
 * amount is the one asked for, and nothing leaves a final status. Money that does not fit becomes a discrepancy.
 *
 * For a payment that stays open it writes only what is new. A check is only ever brought forward, except by the worker that
 * claimed the payment: repeated verifications cannot postpone the worker's check.
 *
 * Returns the payment as it is now. Contract: STATE-1.
 */
export async function applyVerification(
  deps: ApplyDeps,
  payment: Payment,
  verification: Verification,
  log: Log,
  { leaseUntilUs }: ApplyOptions = {},
): Promise<Payment> {
  const { outcome, surplus = [] } = verification;
  if (surplus.length > 0) await reportSurplus(deps, payment, { surplus, outcome }, log);
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
      if (returns) return applyReturns(deps, payment, { verification, charge, returns, leaseUntilUs }, log);
      return isSameMoney(outcome.paid, payment)
        ? complete(deps, payment, charge, verification, log)
        : refuseAmount(deps, payment, charge, log);
    }
  }
}

/**
 * The charge that completed the payment meanwhile is no surplus, whichever charge the provider lists first. Of a payment that has
 * failed, or is about to, by a wrong amount, it is money after the failure: as which it is known when it comes by itself.
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
  if (isSubmitted && payment.status === 'pending') await beginProcessing(deps, payment, news);
  else if (isNew(payment, news)) await deps.db.transaction((tx) => updateProviderData(tx, payment.id, news));
  return reread(deps, payment);
}

/** Whether anything would be written: customers, merchants and strangers can trigger this as often as they like. */
function isNew(payment: Payment, { providerData, providerRef, checkByUs, leaseUntilUs }: ProviderNews): boolean {
  if (providerData !== undefined && providerData !== payment.providerData) return true;
  if (providerRef !== undefined && providerRef !== payment.providerRef) return true;
  return leaseUntilUs !== undefined || isEarlier(checkByUs, payment);
}

/** Whether this is before the payment's next planned check, as far as known. */
export function isEarlier(checkByUs: number | undefined, { nextCheckAtUs }: Payment): boolean {
  return checkByUs !== undefined && nextCheckAtUs !== null && checkByUs < nextCheckAtUs;
}

/**
 * The payment is expired only by a clock that has stepped, which may be why it is reported failed: it can still be paid, so
 * the failure waits. A real failure is reported again once the time is certain.
 */
function isTimeInDoubt({ clock, isCertain = () => true }: ApplyDeps, payment: Payment): boolean {
  return !isFinal(payment.status) && !isCertain() && payment.expiresAtUs <= clock();
}

/**
 * The provider has not been asked to charge this card yet, and will be: that it knows of no charge means nothing. Once the
 * recurring payment has ended, nobody will ask, but somebody may have asked meanwhile.
 */
async function isPrematureFailure(deps: ApplyDeps, payment: Payment): Promise<boolean> {
  const { subscriptionId, chargeAskedAtUs } = payment;
  if (subscriptionId === null || chargeAskedAtUs !== null || isFinal(payment.status)) return false;
  if ((await findSubscription(deps.db, subscriptionId))?.status === 'active') return true;
  return (await reread(deps, payment)).chargeAskedAtUs !== null;
}

/** A decline that forbids another charge counts for a payment that had failed already, too: as expired, by a response that was lost. */
async function fail(
  deps: ApplyDeps,
  payment: Payment,
  { outcome, verification }: { outcome: FailedOutcome; verification: Verification },
  log: Log,
): Promise<Payment> {
  const { decline } = outcome;
  const stop = (tx: Transaction) => stopDeclined(tx, payment, decline, deps.clock());
  let isStopped = false;
  const also = async (tx: Transaction) => {
    isStopped = await stop(tx);
  };
  const settled = isFinal(payment.status) ? undefined : await deps.settle(payment, outcome, { ...verification, also });
  if (!settled && payment.subscriptionId !== null && decline) isStopped = await deps.db.transaction(stop);
  if (isStopped && decline) logStopped(log, payment, decline);
  return settled ?? (isFinal(payment.status) ? payment : reread(deps, payment));
}

async function complete(
  deps: ApplyDeps,
  payment: Payment,
  charge: Charge,
  { providerRef, cardToken }: Verification,
  log: Log,
): Promise<Payment> {
  // A token that arrives after the completion is stored too. Anything else about a final payment needs no transaction.
  const isOfUse = !isFinal(payment.status) || (payment.status === 'completed' && cardToken !== undefined);
  const settled = isOfUse && (await deps.settle(payment, { status: 'completed' }, { providerRef, cardToken }));
  if (settled) {
    if (settled.recurringInterval !== null && cardToken === undefined) {
      const subject = { transaction_id: String(settled.id), provider_ref: settled.providerRef };
      log.error(subject, 'the provider gave no card token: this payment is completed, and will not recur');
    }
    return settled;
  }
  const final = await reread(deps, payment);
  // The sandbox had read it before it ended otherwise: no money has moved, and no operator has anything to return.
  if (final.mode === 'test') return final;
  // Final is final: the customer's money is the operator's to return.
  if (final.status === 'failed') await reportDiscrepancy(deps, differing('paid_after_failure', final, charge), log);
  else if (isSecondCharge(final, providerRef))
    await reportDiscrepancy(deps, differing('paid_twice', final, charge), log);
  return final;
}

/** The provider knows a completed payment by another reference than before: the card was charged twice. */
function isSecondCharge(completed: Payment, providerRef: string | undefined): boolean {
  return providerRef !== undefined && completed.providerRef !== null && completed.providerRef !== providerRef;
}

/** A wrong amount is never a success. The discrepancy is stored in the same transaction. */
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
    logDiscrepancy(log, report);
    deps.onNewDiscrepancy?.();
    return settled;
  }
  const final = await reread(deps, payment);
  const isOwn = [final.providerRef, String(final.id)].includes(charge.providerRef);
  const isKnown = final.status === 'completed' || (final.failureReason === 'amount_mismatch' && isOwn);
  await reportDiscrepancy(deps, isKnown ? report : differing('paid_after_failure', final, charge), log);
  return final;
}

/**
 * Money was paid, and some of it went back to the customer outside of this gateway. An open payment completes only with all of
 * its money: it fails when some or all was returned, and waits while the customer's bank decides. A final payment stays as it
 * is, and what was returned of a completed one is shown to the operator. Contract: LIVE-10.
 */
async function applyReturns(
  deps: ApplyDeps,
  payment: Payment,
  given: { verification: Verification; charge: Charge; returns: Returns; leaseUntilUs: number | undefined },
  log: Log,
): Promise<Payment> {
  const { verification, charge, returns, leaseUntilUs } = given;
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
      // What was charged on top and went back again is nothing to act on.
      if (returns.left.amountMinor > 0) await reportDiscrepancy(deps, differing('paid_twice', final, charge), log);
    } else for (const item of returns.items) await reportDiscrepancy(deps, returned(final, item), log);
    return final;
  }
  // The customer has everything back: that is how an operator settles money for a failed payment.
  if (returns.left.amountMinor === 0) return final;
  const kind = final.failureReason === 'amount_mismatch' ? 'amount_mismatch' : 'paid_after_failure';
  await reportDiscrepancy(deps, differing(kind, final, charge), log);
  return final;
}

/** Fails an open payment whose money was returned. Undefined when it is final already, or its money is only disputed. */
async function settleReturned(
  deps: ApplyDeps,
  payment: Payment,
  { charge, returns: { left, items } }: { charge: Charge; returns: Returns },
  log: Log,
): Promise<Payment | undefined> {
  const isAllReturned = left.amountMinor === 0;
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
  for (const report of settled ? reports : []) {
    logDiscrepancy(log, report);
    deps.onNewDiscrepancy?.();
  }
  return settled;
}

function returned(payment: Payment, { providerRef, money, how }: MoneyReturn): DiscrepancyReport {
  const kind =
    how === 'disputed'
      ? 'disputed'
      : payment.status === 'completed'
        ? 'returned_after_completion'
        : 'returned_before_completion';
  return { kind, method: payment.method, paymentId: payment.id, providerRef, reported: money, word: how };
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

async function reread({ db }: ApplyDeps, payment: Payment): Promise<Payment> {
  return (await findPayment(db, payment.id)) ?? payment;
}
