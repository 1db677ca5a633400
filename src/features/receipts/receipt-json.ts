import { momentOf } from '../../core/timestamps.ts';
import type { ReceiptRecord } from './store/receipts.ts';

/** The status of a receipt by e-mail, as JSON for operators. */
export function receiptJson(receipt: ReceiptRecord): Record<string, unknown> {
  return {
    status: receipt.status,
    attempts: receipt.attempts,
    next_attempt_at: momentOf(receipt.nextAttemptAtUs),
    ended_at: momentOf(receipt.endedAtUs),
    error: receipt.error,
  };
}
