import type { Payment } from '../../core/payment.ts';
import type { Transaction } from '../../database/database.ts';
import type { DiscrepancyReport } from '../payments/discrepancies/discrepancy.ts';
import { saveDiscrepancy } from '../payments/discrepancies/report-discrepancy.ts';
import { resolveWon } from '../payments/discrepancies/resolve-discrepancies.ts';
import type { ShownReturns } from '../payments/record-shown.ts';
import { recordDispute } from './store/disputes.ts';
import { settleReturns } from './store/external-refunds.ts';
import { lockRefundMoney } from './store/refunds.ts';

/**
 * Stores what the provider of a completed payment shows of money that went back, in one transaction: each as a discrepancy, a refund or a void also
 * as an external refund, and each dispute in its state. The discrepancies of a dispute that was won are resolved. Returns the new discrepancies.
 */
export async function recordReturns(
  tx: Transaction,
  payment: Payment,
  { reports, disputes }: ShownReturns,
  atUs: number,
): Promise<DiscrepancyReport[]> {
  // Locked before the payment, as by a request for a refund.
  await lockRefundMoney(tx, payment);
  // Before their discrepancies, which then post nothing.
  const won: string[] = [];
  for (const reported of disputes) {
    const dispute = await recordDispute(tx, payment, reported, atUs);
    if (dispute?.state === 'won') won.push(dispute.providerRef);
  }
  const added: DiscrepancyReport[] = [];
  for (const report of reports) {
    if (await saveDiscrepancy(tx, report, atUs)) added.push(report);
  }
  await settleReturns(tx, { ...payment, paymentId: payment.id }, atUs);
  // Last, because it writes the audit log.
  for (const providerRef of won) await resolveWon(tx, { ...payment, paymentId: payment.id, providerRef }, atUs);
  return added.filter(({ providerRef }) => !won.includes(providerRef));
}
