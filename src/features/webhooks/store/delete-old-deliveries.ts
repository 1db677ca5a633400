import type { Row, Transaction, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { refundDeliveryIds } from './delivery-table.ts';

/** Deletes up to `limit` finished deliveries of events before a moment, with their attempts. Returns how many. */
export async function deleteOldDeliveries(tx: Transaction, beforeUs: number, limit: number): Promise<number> {
  const old = `SELECT id FROM deliveries WHERE created_at_us < $1 AND status <> 'pending' ORDER BY created_at_us, id LIMIT $2`;
  // The deliveries are locked first. A concurrent resend either came first, so that the delivery is pending and stays,
  // or waits and then finds the delivery deleted.
  const held = await tx.query<Row & { id: string }>(
    `UPDATE deliveries SET url = url WHERE id IN (${old}) AND status <> 'pending' RETURNING id`,
    [beforeUs, limit],
  );
  if (held.length === 0) return 0;
  const params: Value[] = [];
  const ids = held.map(({ id }) => id);
  await tx.query(`DELETE FROM delivery_tries WHERE ${inList(params, 'delivery_id', ids)}`, params);
  await tx.query(`DELETE FROM deliveries WHERE ${inList([], 'id', ids)}`, params);
  return held.length;
}

/**
 * Locks the deliveries of payments and of their refunds until the transaction ends: a concurrent resend waits, and then sees whether its
 * delivery was deleted.
 */
export async function holdDeliveriesOf(tx: Transaction, paymentIds: readonly number[]): Promise<void> {
  const params: Value[] = [];
  await tx.query(`UPDATE deliveries SET url = url WHERE id IN (${idsOf(params, paymentIds)})`, params);
}

/** The ids of the deliveries of payments and of their refunds: a SELECT. */
function idsOf(params: Value[], paymentIds: readonly number[]): string {
  const ofPayments = `SELECT d.id FROM deliveries d WHERE ${inList(params, 'd.payment_id', paymentIds)}`;
  return `${ofPayments} UNION ALL ${refundDeliveryIds(inList(params, 'r.payment_id', paymentIds))}`;
}

/** Deletes the deliveries of payments that are deleted themselves, and of their refunds, with the attempts. */
export async function deleteDeliveriesOf(tx: Transaction, paymentIds: readonly number[]): Promise<void> {
  const params: Value[] = [];
  const theirs = idsOf(params, paymentIds);
  await tx.query(`DELETE FROM delivery_tries WHERE delivery_id IN (${theirs})`, params);
  await tx.query(`DELETE FROM deliveries WHERE id IN (${theirs})`, params);
}
