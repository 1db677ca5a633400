import type { Payment } from '../../core/payment.ts';
import type { Transaction } from '../../database/database.ts';
import type { DiscrepancyReport } from '../payments/discrepancies/discrepancy.ts';
import { saveDiscrepancy } from '../payments/discrepancies/report-discrepancy.ts';
import { settleReturns } from './store/external-refunds.ts';
import { lockRefundMoney } from './store/refunds.ts';

/**
 * Stores money of a completed payment that its provider reports as returned, in the transaction of the report: as a discrepancy, and a refund or a
 * void also as an external refund. Returns whether the discrepancy is new.
 */
export async function recordReturn(
  tx: Transaction,
  payment: Payment,
  report: DiscrepancyReport,
  atUs: number,
): Promise<boolean> {
  // Locked before the payment, as by a request for a refund.
  await lockRefundMoney(tx, payment);
  const isNew = await saveDiscrepancy(tx, report, atUs);
  await settleReturns(tx, { ...payment, paymentId: payment.id }, atUs);
  return isNew;
}
