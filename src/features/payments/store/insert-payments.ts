import type { Payment } from '../../../core/payment.ts';
import type { Database, Transaction, TransactionOptions } from '../../../database/database.ts';
import { countsOfNew } from './payment-counts.ts';
import { PAYMENTS } from './payment-table.ts';

/**
 * Inserts new payments and adds them to the counts: either all or none. Returns false when one of the ids exists.
 * `awaited` is called just before the writing, and returns the payments to insert.
 */
export function insertNewPayments(
  db: Database,
  awaited: () => readonly Payment[],
  options: Pick<TransactionOptions, 'commitWithinMs'>,
): Promise<boolean> {
  return db.insertAll(() => {
    const payments = awaited();
    return payments.length === 0 ? [] : [PAYMENTS.rowsOf(payments), countsOfNew(payments)];
  }, options);
}

/** Inserts the payments whose ids are free, and returns these ids. The other ids belong to another node's payments. */
export async function insertPayments(tx: Transaction, payments: readonly Payment[]): Promise<Set<number>> {
  const rows = await tx.insertRows<{ id: number }>({
    ...PAYMENTS.rowsOf(payments),
    suffix: 'ON CONFLICT (id) DO NOTHING RETURNING id',
  });
  return new Set(rows.map((row) => row.id));
}
