import type { Transaction, Value } from '../database.ts';
import { amongst } from '../matching.ts';
import { DELIVERIES, DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from './delivery-table.ts';

const RESTART = `status = 'pending', schedule_step = 0, next_attempt_at_us = $1, delivered_at_us = NULL`;

/** Starts a delivery's schedule again, whatever its status. Returns it, or undefined when there is none. */
export async function restartDelivery(tx: Transaction, id: string, nowUs: number): Promise<Delivery | undefined> {
  const [row] = await tx.query(`UPDATE deliveries SET ${RESTART} WHERE id = $2 RETURNING ${DELIVERIES.columns}`, [
    nowUs,
    id,
  ]);
  return row && DELIVERIES.read(row);
}

/** The same for all of a website's events from one moment to (before) another. Returns how many. */
export async function restartDeliveries(
  tx: Transaction,
  range: { websiteId: string; fromUs: number; toUs: number; status?: DeliveryStatus | undefined },
  nowUs: number,
): Promise<number> {
  const params: Value[] = [nowUs, range.websiteId, range.fromUs, range.toUs];
  const statuses = range.status === undefined ? DELIVERY_STATUSES : [range.status];
  // Each status is a range of the index of lists.
  const rows = await tx.query(
    `UPDATE deliveries SET ${RESTART} WHERE website_id = $2 AND created_at_us >= $3 AND created_at_us < $4
      AND ${amongst(params, 'status', statuses)} RETURNING id`,
    params,
  );
  return rows.length;
}
