import type { PaymentMethod } from '../../../core/payment.ts';
import type { Database, Row } from '../../../database/database.ts';

/** The number of open live payments of each method; methods without any are omitted. */
export async function countOpenLivePayments(db: Database): Promise<Map<PaymentMethod, number>> {
  const rows = await db.query<Row & { method: PaymentMethod; open: number }>(
    `SELECT method, count(*) AS open FROM payments WHERE mode = 'live' AND next_check_at_us IS NOT NULL GROUP BY method`,
  );
  return new Map(rows.map((row) => [row.method, row.open]));
}
