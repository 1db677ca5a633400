import { holdOf, type Refund, type RefundStatus } from '../../../core/refund.ts';
import type { Transaction } from '../../../database/database.ts';

/**
 * Counts the money of a refund that changes its status: releases what the status `before` holds, and adds what `after` holds. An undefined status
 * holds nothing. Returns false, with nothing changed, if the refunds of the payment would then hold more than was paid. Lock the money of the
 * payment's refunds first.
 */
export async function moveHeld(
  tx: Transaction,
  { paymentId, amountMinor }: Pick<Refund, 'paymentId' | 'amountMinor'>,
  { before, after }: { readonly before?: RefundStatus; readonly after?: RefundStatus },
): Promise<boolean> {
  const heldAs = (hold: 'reserved' | 'refunded', status?: RefundStatus) =>
    status !== undefined && holdOf(status) === hold ? amountMinor : 0;
  const reserved = heldAs('reserved', after) - heldAs('reserved', before);
  const refunded = heldAs('refunded', after) - heldAs('refunded', before);
  if (reserved === 0 && refunded === 0) return true;
  const rows = await tx.query(
    `UPDATE refund_money SET reserved_minor = reserved_minor + $2, refunded_minor = refunded_minor + $3
      WHERE payment_id = $1 AND reserved_minor + $2 + refunded_minor + $3 <= paid_minor RETURNING payment_id`,
    [paymentId, reserved, refunded],
  );
  return rows.length === 1;
}
