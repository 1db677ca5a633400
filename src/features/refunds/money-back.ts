import type { Refund } from '../../core/refund.ts';
import type { Database } from '../../database/database.ts';
import { type Discrepancy, moneyBackOf } from '../payments/discrepancies/discrepancy.ts';
import { discrepanciesOf } from '../payments/discrepancies/store/discrepancies.ts';
import type { MoneyBack } from '../receipts/receipt.ts';
import { listRefundsOf } from './store/refunds.ts';

/**
 * The money of a completed payment that went back to its customer, oldest first: its refunds that have succeeded, and what its provider reported
 * as returned, or as held in a dispute. A refund that the provider reports as well is counted once.
 */
export function moneyBackWith(discrepancies: readonly Discrepancy[], refunds: readonly Refund[]): MoneyBack[] {
  const others = moneyBackOf(withoutRefunds(discrepancies));
  const succeeded = refunds.flatMap(({ status, amountMinor, currency, endedAtUs }): MoneyBack[] =>
    status === 'succeeded' && endedAtUs !== null
      ? [{ money: { amountMinor, currency }, isHeld: false, isRefund: true, atUs: endedAtUs }]
      : [],
  );
  return [...others, ...succeeded].sort((one, other) => one.atUs - other.atUs);
}

/** The discrepancies whose money is none of the payment's refunds. */
export function withoutRefunds(discrepancies: readonly Discrepancy[]): Discrepancy[] {
  return discrepancies.filter(({ refundId }) => refundId === null);
}

/** The same, read for one payment. */
export async function readMoneyBack(db: Pick<Database, 'query'>, paymentId: number): Promise<MoneyBack[]> {
  const [discrepancies, refunds] = await Promise.all([discrepanciesOf(db, paymentId), listRefundsOf(db, paymentId)]);
  return moneyBackWith(discrepancies, refunds);
}
