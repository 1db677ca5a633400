import {
  type FailureReason,
  type FinalStatus,
  type Payment,
  type PaymentStatus,
  statusesBefore,
} from '../../../core/payment.ts';
import type { Row, Transaction } from '../../../database/database.ts';
import { PAYMENTS } from './payment-table.ts';

/** Moves a payment from `pending` to `processing`. Returns the updated payment, or undefined when it was not `pending`. */
export async function startProcessing(tx: Transaction, id: number): Promise<Payment | undefined> {
  const [row] = await tx.query(
    `UPDATE payments SET status = 'processing' WHERE id = $1 AND status IN (${quoted(statusesBefore('processing'))})
      RETURNING ${PAYMENTS.columns}`,
    [id],
  );
  return row && PAYMENTS.read(row);
}

export interface Finish {
  readonly status: FinalStatus;
  readonly failureReason: FailureReason | null;
  readonly finishedAtUs: number;
  /** The provider's reference, when it gave one. */
  readonly providerRef?: string | undefined;
}

/** A payment that has just become final, and the row with the further columns. */
export interface Finished {
  readonly payment: Payment;
  readonly row: Row;
}

/**
 * Moves a payment to its final status. Returns the updated payment, or undefined when no such move is allowed.
 *
 * @param columns further columns, which are read from the updated row in the same statement
 */
export async function finishPayment(
  tx: Transaction,
  id: number,
  finish: Finish,
  columns: readonly string[] = [],
): Promise<Finished | undefined> {
  const [row] = await tx.query(
    `UPDATE payments SET status = $2, failure_reason = $3, finished_at_us = $4, next_check_at_us = NULL,
       provider_ref = COALESCE($5, provider_ref)
      WHERE id = $1 AND status IN (${quoted(statusesBefore(finish.status))}) RETURNING ${[PAYMENTS.columns, ...columns].join(', ')}`,
    [id, finish.status, finish.failureReason, finish.finishedAtUs, finish.providerRef ?? null],
  );
  return row && { payment: PAYMENTS.read(row), row };
}

function quoted(statuses: readonly PaymentStatus[]): string {
  return statuses.map((status) => `'${status}'`).join(', ');
}
