import type { Transaction } from '../../../database/database.ts';

/**
 * The line of a provider's statement that was matched with an external refund is about the refund of this gateway that replaces it. Lock the money of
 * the payment's refunds first: a worker that matches lines locks it too.
 */
export async function handOverLine(tx: Transaction, externalId: string, ownId: string): Promise<void> {
  await tx.query(
    `UPDATE payout_lines SET refund_id = $2 WHERE refund_id = $1 AND (state = 'matched' OR state = 'reversing')
      AND NOT EXISTS (SELECT 1 FROM payout_lines o WHERE o.refund_id = $2 AND (o.state = 'matched' OR o.state = 'reversing'))`,
    [externalId, ownId],
  );
}
