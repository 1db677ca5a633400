import type { Mode } from '../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList, matching } from '../../../database/matching.ts';
import type { WebhookEvent } from '../event.ts';
import {
  DELIVERY_COLUMNS,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
  ofMode,
  readDelivery,
} from './delivery-table.ts';

const RESTART = `status = 'pending', schedule_step = 0, next_attempt_at_us = $1, delivered_at_us = NULL`;

/** Restarts a delivery's schedule, whatever its status. Returns it, or undefined when there is none. */
export async function restartDelivery(tx: Transaction, id: string, nowUs: number): Promise<Delivery | undefined> {
  const [row] = await tx.query(`UPDATE deliveries SET ${RESTART} WHERE id = $2 RETURNING ${DELIVERY_COLUMNS}`, [
    nowUs,
    id,
  ]);
  return row && readDelivery(row);
}

/** A website's deliveries from `fromUs` to before `toUs`, microseconds since 1970; of all statuses, events and modes if these are undefined. */
export interface DeliveryRange {
  readonly websiteId: string;
  readonly fromUs: number;
  readonly toUs: number;
  readonly status?: DeliveryStatus | undefined;
  readonly event?: WebhookEvent | undefined;
  readonly mode?: Mode | undefined;
}

/** Restarts the schedules of these deliveries, whatever their statuses. Returns how many it found. */
export async function restartDeliveries(tx: Transaction, ids: readonly string[], nowUs: number): Promise<number> {
  const params: Value[] = [nowUs];
  const rows = await tx.query(
    `UPDATE deliveries SET ${RESTART} WHERE ${inList(params, 'id', ids)} RETURNING id`,
    params,
  );
  return rows.length;
}

/** The ids of a range's deliveries, up to `most`. */
export async function listDeliveryRange(
  db: Pick<Database, 'query'>,
  range: DeliveryRange,
  most?: number,
): Promise<string[]> {
  const params: Value[] = [];
  const where = within(params, range);
  const limit = most === undefined ? '' : ` LIMIT $${params.push(most)}`;
  const rows = await db.query<Row & { id: string }>(`SELECT id FROM deliveries WHERE ${where}${limit}`, params);
  return rows.map(({ id }) => id);
}

/** Whether a delivery of a website was restarted and has not been sent since. */
export async function isRestartPending(
  db: Pick<Database, 'query'>,
  { websiteId, nowUs }: { websiteId: string; nowUs: number },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT id FROM deliveries WHERE website_id = $1 AND status = 'pending' AND schedule_step = 0 AND attempts > 0
       AND next_attempt_at_us <= $2 LIMIT 1`,
    [websiteId, nowUs],
  );
  return rows.length > 0;
}

/** How many deliveries a range has, counted up to `most`. */
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

/** All statuses are named, because the index of the lists starts with website and status. */
function within(params: Value[], { websiteId, fromUs, toUs, status, event, mode }: DeliveryRange): string {
  const conditions = [
    `website_id = $${params.push(websiteId)}`,
    `created_at_us >= $${params.push(fromUs)}`,
    `created_at_us < $${params.push(toUs)}`,
    inList(params, 'status', status === undefined ? DELIVERY_STATUSES : [status]),
    ...matching(params, { event }),
    ...ofMode(params, mode),
  ];
  return conditions.join(' AND ');
}
