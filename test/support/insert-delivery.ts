import type { Payment } from '../../src/core/payment.ts';
import type { Transaction } from '../../src/database/database.ts';
import { eventUrlColumn, newDelivery } from '../../src/features/webhooks/store/new-delivery.ts';

/** Adds the event of a stored payment to the outbox, as if it had just become final. Does nothing without a callback URL. */
export async function insertDelivery(tx: Transaction, payment: Payment, firstWaitUs: number): Promise<void> {
  const [row] = await tx.query(`SELECT ${eventUrlColumn(payment.mode)} FROM payments WHERE id = $1`, [payment.id]);
  if (row) await tx.insertAll([newDelivery(payment, row, firstWaitUs)]);
}
