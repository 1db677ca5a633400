import type { Database } from '../../../database/database.ts';

// A file without functions that write: the composition root passes this one to refunds.

/** Whether a line of a statement is matched with this refund. */
export async function isRefundPaidOut(db: Pick<Database, 'query'>, refundId: string): Promise<boolean> {
  const rows = await db.query("SELECT line FROM payout_lines WHERE refund_id = $1 AND state = 'matched' LIMIT 1", [
    refundId,
  ]);
  return rows.length > 0;
}
