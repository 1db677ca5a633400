import type { Transaction, Value } from '../database.ts';
import { amongst } from '../matching.ts';

/** Forgets up to `limit` deliveries of events before a moment that ended, with their attempts. Returns how many. */
export async function deleteOldDeliveries(tx: Transaction, beforeUs: number, limit: number): Promise<number> {
  const old = `SELECT id FROM deliveries WHERE created_at_us < $1 AND status <> 'pending' ORDER BY created_at_us, id LIMIT $2`;
  await tx.query(`DELETE FROM delivery_tries WHERE delivery_id IN (${old})`, [beforeUs, limit]);
  // One that ended between the two statements keeps its attempts, and is left for the next time.
  const deleted = await tx.query(
    `DELETE FROM deliveries WHERE id IN (${old})
      AND NOT EXISTS (SELECT 1 FROM delivery_tries t WHERE t.delivery_id = deliveries.id) RETURNING id`,
    [beforeUs, limit],
  );
  return deleted.length;
}

/** Holds the deliveries of payments as they are until the transaction ends: who resends one meanwhile waits, and hears whether it is gone. */
export async function holdDeliveriesOf(tx: Transaction, paymentIds: readonly number[]): Promise<void> {
  const params: Value[] = [];
  await tx.query(`UPDATE deliveries SET url = url WHERE ${amongst(params, 'payment_id', paymentIds)}`, params);
}

/** Deletes the deliveries of payments that are deleted themselves, with their attempts. */
export async function deleteDeliveriesOf(tx: Transaction, paymentIds: readonly number[]): Promise<void> {
  const params: Value[] = [];
  const theirs = amongst(params, 'payment_id', paymentIds);
  await tx.query(`DELETE FROM delivery_tries WHERE delivery_id IN (SELECT id FROM deliveries WHERE ${theirs})`, params);
  await tx.query(`DELETE FROM deliveries WHERE ${theirs}`, params);
}
