import type { EventKind } from '../../domain/event.ts';
import type { Database, Row, Transaction, Value } from '../database.ts';
import { amongst, matching } from '../matching.ts';
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

/** Events of a website from one moment (microseconds since 1970) to before another: all, or those in a status or of a kind. */
export interface DeliveryRange {
  readonly websiteId: string;
  readonly fromUs: number;
  readonly toUs: number;
  readonly status?: DeliveryStatus | undefined;
  readonly event?: EventKind | undefined;
}

/** The same for all deliveries of a range. Returns how many. */
export async function restartDeliveries(tx: Transaction, range: DeliveryRange, nowUs: number): Promise<number> {
  const params: Value[] = [nowUs];
  const rows = await tx.query(`UPDATE deliveries SET ${RESTART} WHERE ${within(params, range)} RETURNING id`, params);
  return rows.length;
}

/** How many a range has, counted up to `most`. */
export async function countDeliveryRange(
  db: Pick<Database, 'query'>,
  range: DeliveryRange,
  most: number,
): Promise<number> {
  const params: Value[] = [];
  const [row] = await db.query<Row & { n: number }>(
    `SELECT count(*) AS n FROM (SELECT id FROM deliveries WHERE ${within(params, range)} LIMIT $${params.push(most)}) AS counted`,
    params,
  );
  return row?.n ?? 0;
}

/** Each status is a range of the index of lists. */
function within(params: Value[], { websiteId, fromUs, toUs, status, event }: DeliveryRange): string {
  const conditions = [
    `website_id = $${params.push(websiteId)}`,
    `created_at_us >= $${params.push(fromUs)}`,
    `created_at_us < $${params.push(toUs)}`,
    amongst(params, 'status', status === undefined ? DELIVERY_STATUSES : [status]),
    ...matching(params, { event }),
  ];
  return conditions.join(' AND ');
}
