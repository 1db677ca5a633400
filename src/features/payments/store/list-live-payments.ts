import type { Payment, PaymentMethod } from '../../../core/payment.ts';
import type { Database } from '../../../database/database.ts';
import { positionCondition } from '../../../database/list-position.ts';
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
