import type { Payment } from '../../core/payment.ts';
import type { Transaction } from '../../database/database.ts';
import type { Discrepancy, DiscrepancyReport } from '../payments/discrepancies/discrepancy.ts';
import { saveDiscrepancies } from '../payments/discrepancies/report-discrepancy.ts';
import { recordResolutions } from '../payments/discrepancies/resolve-discrepancies.ts';
import { closeUndone, closeWonDispute, discrepanciesOf } from '../payments/discrepancies/store/discrepancies.ts';
import { undoneWord } from '../payments/discrepancies/undone-returns.ts';
import type { ShownReturns } from '../payments/record-shown.ts';
import { recordDispute } from './store/disputes.ts';
import { settleReturns } from './store/external-refunds.ts';
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
