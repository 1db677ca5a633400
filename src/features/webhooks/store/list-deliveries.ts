import type { Database, Row, Value } from '../../../database/database.ts';
import { inList, matching, newestOfAll, type RowPosition, whereAll } from '../../../database/matching.ts';
import {
  DELIVERY_COLUMNS,
  DELIVERY_OF_MODE_COLUMNS,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryOfMode,
  type DeliveryStatus,
  ofPayment,
  readDelivery,
  readDeliveryOfMode,
} from './delivery-table.ts';

export interface DeliveryFilter {
  readonly websiteId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  /** The event of this payment, and those of its refunds. */
  readonly paymentId?: number | undefined;
}

/** The newest deliveries that match. */
export async function listDeliveries(db: Database, filter: DeliveryFilter, limit: number): Promise<Delivery[]> {
  const { websiteId, status, paymentId } = filter;
  const params: Value[] = [];
  let where: string;
  if (paymentId === undefined && (websiteId !== undefined || status !== undefined)) {
    where = `WHERE ${inList(params, 'id', await newestMatching(db, filter, limit))}`;
  } else {
    // No ranges need to be merged: a payment has few deliveries, and the newest deliveries of all websites are at
    // the end of an index.
    const these = paymentId === undefined ? [] : [ofPayment(params, paymentId)];
    where = whereAll([...matching(params, { website_id: websiteId, status }), ...these]);
  }
  const rows = await db.query(
    `SELECT ${DELIVERY_COLUMNS} FROM deliveries ${where} ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(readDelivery);
}

/** The delivery of a payment's own event, if it has one. */
export async function findPaymentDelivery(
  db: Pick<Database, 'query'>,
  paymentId: number,
): Promise<Delivery | undefined> {
  const [row] = await db.query(`SELECT ${DELIVERY_COLUMNS} FROM deliveries WHERE payment_id = $1`, [paymentId]);
  return row && readDelivery(row);
}

/**
 * The ids of the newest deliveries of a website, in a status, or both. They are merged from one range of an index for
 * each website and status.
 */
async function newestMatching(
  db: Database,
  { websiteId, status }: DeliveryFilter,
  limit: number,
): Promise<(string | number)[]> {
  const websites =
    websiteId === undefined
      ? (await db.query<Row & { id: string }>('SELECT id FROM websites ORDER BY id')).map(({ id }) => id)
      : [websiteId];
  const statuses = status === undefined ? DELIVERY_STATUSES : [status];
  const positions = await newestOfAll(
    websites.flatMap((website) => statuses.map((each) => [website, each] as const)),
    (source) =>
      db.query<RowPosition>(
        `SELECT created_at_us, id FROM deliveries WHERE website_id = $1 AND status = $2
          ORDER BY created_at_us DESC, id DESC LIMIT $3`,
        [...source, limit],
      ),
    limit,
  );
  return positions.map(({ id }) => id);
}

/** The delivery with this id, and the mode of its payment. */
export async function findDelivery(db: Pick<Database, 'query'>, id: string): Promise<DeliveryOfMode | undefined> {
  const [row] = await db.query(`SELECT ${DELIVERY_OF_MODE_COLUMNS} FROM deliveries WHERE id = $1`, [id]);
  return row && readDeliveryOfMode(row);
}
