import type { Payment } from '../../core/payment.ts';
import { type Entry, move } from '../ledger/entry.ts';

/** The entry of a completed payment: its provider holds the money of a sale. */
export function paymentEntry(
  payment: Pick<Payment, 'id' | 'websiteId' | 'mode' | 'method' | 'amountMinor' | 'currency' | 'finishedAtUs'>,
): Entry {
  const { id, websiteId, mode, method, finishedAtUs } = payment;
  const lines = move('sales', `due:${method}`, payment);
  return { event: 'completed', about: id, websiteId, mode, atUs: finishedAtUs ?? 0, lines };
}
