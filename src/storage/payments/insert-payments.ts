import type { Payment } from '../../domain/payment.ts';
import type { Transaction } from '../database.ts';
import { PAYMENTS } from './payment-table.ts';

/** Inserts those whose id is free, and returns the ids that were. The others belong to another node's payments. */
export async function insertPayments(tx: Transaction, payments: readonly Payment[]): Promise<Set<number>> {
  const rows = await tx.insertRows<{ id: number }>({
    ...PAYMENTS.rowsOf(payments),
    suffix: 'ON CONFLICT (id) DO NOTHING RETURNING id',
  });
  return new Set(rows.map((row) => row.id));
}
