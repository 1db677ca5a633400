import type { Payment, PaymentStatus } from '../../domain/payment.ts';
import type { Database, Value } from '../database.ts';
import { matching, whereAll } from '../matching.ts';
import { PAYMENTS } from './payment-table.ts';

/** The newest payments of everybody, or the newest before one: what the operator's listing shows. */
export async function listNewestPayments(
  db: Database,
  filter: {
    websiteId?: string | undefined;
    status?: PaymentStatus | undefined;
    beforeId?: number | undefined;
    limit: number;
  },
): Promise<Payment[]> {
  const params: Value[] = [];
  const conditions = [
    ...matching(params, { website_id: filter.websiteId, status: filter.status }),
    ...(filter.beforeId === undefined ? [] : [`id < $${params.push(filter.beforeId)}`]),
  ];
  const rows = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments ${whereAll(conditions)} ORDER BY id DESC LIMIT $${params.push(filter.limit)}`,
    params,
  );
  return rows.map(PAYMENTS.read);
}
