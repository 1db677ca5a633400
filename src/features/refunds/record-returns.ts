import type { Payment } from '../../core/payment.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { ProviderUnavailable } from '../../providers/provider.ts';
import { readLedgerFill } from '../ledger/store/postings.ts';
import { isOwnCharge } from '../payments/apply-verification.ts';
import type { Discrepancy, DiscrepancyReport } from '../payments/discrepancies/discrepancy.ts';
import { saveDiscrepancies } from '../payments/discrepancies/report-discrepancy.ts';
import { recordResolutions } from '../payments/discrepancies/resolve-discrepancies.ts';
import { closeUndone, closeWonDispute, discrepanciesOf } from '../payments/discrepancies/store/discrepancies.ts';
import { undoneWord } from '../payments/discrepancies/undone-returns.ts';
import { recordShown, type ShownReturns } from '../payments/record-shown.ts';
import { findPayment } from '../payments/store/find-payment.ts';
import type { RefundDeps } from './refund-deps.ts';
import { recordDispute } from './store/disputes.ts';
import { listUnsettledReturns, settleReturns } from './store/external-refunds.ts';
import { isOwnReturn } from './store/own-returns.ts';
import { lockRefundMoney } from './store/refunds.ts';

/**
 * Stores what the provider of a completed payment shows of money that went back, in one transaction: each of them as a discrepancy, each
 * dispute in its state, and each refund and void as an external refund too. The discrepancies of a dispute that was won, and of a refund
 * that returned nothing, are resolved. Returns the new discrepancies.
 */
export async function recordReturns(
  tx: Transaction,
  payment: Payment,
  shown: ShownReturns,
  atUs: number,
): Promise<DiscrepancyReport[]> {
  const { id: paymentId, method } = payment;
  // Locked before the payment, as by a request for a refund.
  await lockRefundMoney(tx, payment);
  // Before their discrepancies, which then post nothing.
  const won: string[] = [];
  for (const reported of shown.disputes) {
    const dispute = await recordDispute(tx, payment, reported, atUs);
    if (dispute?.state === 'won') won.push(dispute.providerRef);
  }
  const added = await saveDiscrepancies(tx, shown.reports, atUs);
  const closed: Discrepancy[] = [];
  for (const providerRef of won) closed.push(...(await closeWonDispute(tx, { method, providerRef, paymentId }, atUs)));
  for (const each of await discrepanciesOf(tx, paymentId)) {
    const word = undoneWord(each, shown, atUs);
    const undone = word && (await closeUndone(tx, each.id, word, atUs));
    if (undone) closed.push(undone);
  }
  await settleReturns(tx, { ...payment, paymentId }, atUs);
  await recordResolutions(tx, closed, paymentId, () => atUs);
  return added.filter(({ providerRef }) => !won.includes(providerRef));
}

/** The payments of one round, each in its own transaction. */
const AT_ONCE = 50;

/**
 * Makes external refunds of returns that were reported before the gateway stored external refunds, for the next payments after the id
 * `after`. Waits until the ledger has all older payments. Returns the id to continue after; undefined at the end. A return that does not
 * fit stays a discrepancy.
 */
export async function adoptReturns(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  after: number,
): Promise<number | undefined> {
  if ((await readLedgerFill(db)) !== null) return after;
  const ids = await listUnsettledReturns(db, after, AT_ONCE);
  for (const id of ids) {
    const payment = await findPayment(db, id);
    if (payment?.status !== 'completed') continue;
    await db.transaction(async (tx) => {
      await lockRefundMoney(tx, payment);
      await settleReturns(tx, { ...payment, paymentId: id }, Math.floor(clock()));
    });
  }
  return ids.length < AT_ONCE ? undefined : ids.at(-1);
}

/**
 * Queries the provider for the outcome of pending refunds from its portal. A provider that does not respond, or that reports another charge than the
 * one that completed the payment, proves nothing.
 */
export async function checkExternal({ db, clock, providerFor }: RefundDeps, payment: Payment, log: Log): Promise<void> {
  try {
    const verification = await providerFor(payment.mode, payment.method)?.verify(payment, log);
    if (!verification || !isOwnCharge(payment, verification)) return;
    const { outcome } = verification;
    if (outcome.status !== 'completed') return;
    await recordShown(
      { db, clock, isOwnReturn: (of, item) => isOwnReturn(db, of, item), recordReturns },
      payment,
      outcome,
      log,
    );
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn(
      { transaction_id: String(payment.id), reason: error.message },
      'a refund from the portal was not looked up',
    );
  }
}
