import type { Payment, PaymentMethod } from '../../../core/payment.ts';
import type { Database, Value } from '../../../database/database.ts';
import { updateChosen } from '../../../database/update-chosen.ts';
import { PAYMENTS } from './payment-table.ts';

/** The checks of a lane: all of test mode, or one live method. */
export type CheckLane = { readonly mode: 'test' } | { readonly mode: 'live'; readonly method: PaymentMethod };

/**
 * Claims a lane's open payments whose check is due, and postpones their next check to `leaseUntilUs`: if a worker dies,
 * its lease expires and other workers claim the payments. No two workers get the same payment.
 */
export async function claimDuePayments(
  db: Database,
  lane: CheckLane,
  { nowUs, leaseUntilUs, limit }: { nowUs: number; leaseUntilUs: number; limit: number },
): Promise<Payment[]> {
  const params: Value[] = [nowUs, leaseUntilUs, limit, lane.mode];
  const ofMethod = lane.mode === 'live' ? `AND method = $${params.push(lane.method)}` : '';
  const rows = await db.transaction((tx) =>
    tx.query(
      updateChosen(
        {
          table: 'payments',
          key: 'id',
          chosen: `SELECT id FROM payments WHERE mode = $4 AND next_check_at_us <= $1 ${ofMethod}
                    ORDER BY next_check_at_us LIMIT $3 ${db.skipLocked}`,
        },
        'next_check_at_us = $2',
        PAYMENTS.columns,
      ),
      params,
    ),
  );
  return rows.map(PAYMENTS.read);
}
