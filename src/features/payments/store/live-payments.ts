import type { Payment, PaymentMethod } from '../../../core/payment.ts';
import type { Database, Row } from '../../../database/database.ts';
import { positionCondition } from '../../../database/matching.ts';
import { PAYMENTS } from './payment-table.ts';

/** Live payments created from `fromUs` on and before `toUs`, oldest first, following `after` if one is given. */
export async function listLivePayments(
  db: Database,
  { fromUs, toUs, after, limit }: { fromUs: number; toUs: number; after?: Payment | undefined; limit: number },
): Promise<Payment[]> {
  const rows = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE mode = 'live' AND created_at_us < $2
       AND ${positionCondition('>', '$1', '$3')}
      ORDER BY created_at_us, id LIMIT $4`,
    [after?.createdAtUs ?? fromUs, toUs, after?.id ?? 0, limit],
  );
  return rows.map(PAYMENTS.read);
}

/** Whether a live payment of a method was created from `fromUs` on and before `toUs`. */
export async function hasLivePayments(
  db: Pick<Database, 'query'>,
  { fromUs, toUs, method }: { fromUs: number; toUs: number; method: PaymentMethod },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT id FROM payments WHERE mode = 'live' AND created_at_us >= $1 AND created_at_us < $2 AND method = $3 LIMIT 1`,
    [fromUs, toUs, method],
  );
  return rows.length > 0;
}

/** The number of open live payments of each method; methods without any are omitted. */
export async function countOpenLivePayments(db: Database): Promise<Map<PaymentMethod, number>> {
  const rows = await db.query<Row & { method: PaymentMethod; open: number }>(
    `SELECT method, count(*) AS open FROM payments WHERE mode = 'live' AND next_check_at_us IS NOT NULL GROUP BY method`,
  );
  return new Map(rows.map((row) => [row.method, row.open]));
}
