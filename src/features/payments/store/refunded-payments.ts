import type { Database, Row, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';

/**
 * The payments among these that have a successful refund. Everything else about refunds is in features/refunds, which
 * builds on payments.
 */
export async function refundedPaymentsOf(
  db: Pick<Database, 'query'>,
  paymentIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (paymentIds.length === 0) return new Set();
  const params: Value[] = [];
  const rows = await db.query<Row & { payment_id: number }>(
    `SELECT DISTINCT payment_id FROM refunds WHERE ${inList(params, 'payment_id', paymentIds)} AND status = 'succeeded'`,
    params,
  );
  return new Set(rows.map(({ payment_id: id }) => id));
}
