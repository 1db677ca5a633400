import type { Transaction } from '../database.ts';
import { DELIVERIES, type Delivery, type DeliveryStatus } from './delivery-table.ts';

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
  const rows = await tx.query(
    `UPDATE deliveries SET ${RESTART} WHERE website_id = $2 AND created_at_us >= $3 AND created_at_us < $4
      AND ($5 = '' OR status = $5) RETURNING id`,
    [nowUs, range.websiteId, range.fromUs, range.toUs, range.status ?? ''],
  );
  return rows.length;
}
