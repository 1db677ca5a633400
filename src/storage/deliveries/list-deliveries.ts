import type { Database, Value } from '../database.ts';
import { matching, whereAll } from '../matching.ts';
import { DELIVERIES, type Delivery, type DeliveryStatus } from './delivery-table.ts';

export interface DeliveryFilter {
  readonly websiteId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly paymentId?: number | undefined;
}

/** The newest deliveries that match. */
export async function listDeliveries(db: Database, filter: DeliveryFilter, limit: number): Promise<Delivery[]> {
  const params: Value[] = [];
  const { websiteId, status, paymentId } = filter;
  const where = whereAll(matching(params, { website_id: websiteId, status, payment_id: paymentId }));
  const rows = await db.query(
    `SELECT ${DELIVERIES.columns} FROM deliveries ${where} ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(DELIVERIES.read);
}
