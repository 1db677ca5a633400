import type { Row, Transaction } from '../../../database/database.ts';
import { insertEntries } from '../../ledger/store/postings.ts';
import { paymentEntry } from '../payment-entry.ts';
import { PAYMENTS } from './payment-table.ts';

const POSTED = PAYMENTS.part(
  ...(['id', 'websiteId', 'mode', 'method', 'status', 'amountMinor', 'currency', 'finishedAtUs'] as const),
);

/**
 * Posts the next older completed payments, at most `limit`, and returns the range of ids that was processed: after `after`, up to and
 * including `through`. Undefined once all are posted.
 */
export async function fillLedger(
  tx: Transaction,
  limit: number,
): Promise<{ after: number; through: number; isMoreWaiting: boolean } | undefined> {
  // Locks the row until the transaction ends, so that no two workers process the same payments.
  const [mark] = await tx.query<Row & { before_id: number }>(
    'UPDATE ledger_fill SET before_id = before_id WHERE id = 1 AND before_id IS NOT NULL RETURNING before_id',
  );
  if (!mark) return undefined;
  const rows = await tx.query(`SELECT ${POSTED.columns} FROM payments WHERE id < $1 ORDER BY id DESC LIMIT $2`, [
    mark.before_id,
    limit,
  ]);
  const payments = rows.map(POSTED.read);
  const completed = payments.filter(({ status }) => status === 'completed');
  // Payments that were open when the migration ran were already posted when they completed.
  await insertEntries(tx, completed.map(paymentEntry), { isRepeatable: true });
  const last = payments.at(-1)?.id;
  const beforeId = payments.length === limit && last !== undefined ? last : null;
  await tx.query('UPDATE ledger_fill SET before_id = $1 WHERE id = 1', [beforeId]);
  return { after: (beforeId ?? 0) - 1, through: mark.before_id - 1, isMoreWaiting: beforeId !== null };
}
