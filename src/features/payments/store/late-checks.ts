import type { Payment, PaymentMethod } from '../../../core/payment.ts';
import type { Database, Row, Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import { updateChosen } from '../../../database/update-chosen.ts';
import { findPayment } from './find-payment.ts';

/** A failed live payment that is verified again. */
export interface LateCheck {
  readonly payment: Payment;
  /** How often it was verified since it failed. */
  readonly checks: number;
}

interface StoredLateCheck extends Pick<LateCheck, 'checks'> {
  readonly paymentId: number;
  readonly method: PaymentMethod;
  readonly nextCheckAtUs: number;
}

const LATE_CHECKS = tableOf<StoredLateCheck>('late_checks', {
  paymentId: bigint('payment_id'),
  method: text('method'),
  checks: bigint('checks'),
  nextCheckAtUs: bigint('next_check_at_us'),
});
const INSERT = LATE_CHECKS.insertion();

export async function insertLateCheck(
  tx: Transaction,
  { id, method }: Pick<Payment, 'id' | 'method'>,
  nextCheckAtUs: number,
): Promise<void> {
  await tx.query(INSERT, LATE_CHECKS.valuesOf({ paymentId: id, method, checks: 0, nextCheckAtUs }));
}

/** Whether a failed live payment has not been verified since it failed. */
export async function awaitsLateCheck(db: Pick<Database, 'query'>, paymentId: number): Promise<boolean> {
  const rows = await db.query('SELECT payment_id FROM late_checks WHERE payment_id = $1 AND checks = 0', [paymentId]);
  return rows.length > 0;
}

/** The number of failed live payments of each method that will still be verified; methods without any are omitted. */
export async function countLateChecks(db: Database): Promise<Map<PaymentMethod, number>> {
  const rows = await db.query<Row & { method: PaymentMethod; failed: number }>(
    'SELECT method, count(*) AS failed FROM late_checks GROUP BY method',
  );
  return new Map(rows.map((row) => [row.method, row.failed]));
}

/** Claims the due checks of a method, and postpones them to `leaseUntilUs`. No two workers get the same check. */
export async function claimLateChecks(
  db: Database,
  method: PaymentMethod,
  { nowUs, leaseUntilUs, limit }: { nowUs: number; leaseUntilUs: number; limit: number },
): Promise<LateCheck[]> {
  const rows = await db.transaction((tx) =>
    tx.query<Row & { payment_id: number; checks: number }>(
      updateChosen(
        {
          table: 'late_checks',
          key: 'payment_id',
          chosen: `SELECT payment_id FROM late_checks WHERE method = $1 AND next_check_at_us <= $2
                    ORDER BY next_check_at_us LIMIT $4 ${db.skipLocked}`,
        },
        'next_check_at_us = $3',
        'payment_id, checks',
      ),
      [method, nowUs, leaseUntilUs, limit],
    ),
  );
  const found = await Promise.all(
    rows.map(async (row) => ({ payment: await findPayment(db, row.payment_id), checks: row.checks })),
  );
  return found.filter((check): check is LateCheck => check.payment !== undefined);
}

/** Records a check: the next one is at `nextCheckAtUs`; null when it was the last. */
export async function finishLateCheck(tx: Transaction, paymentId: number, nextCheckAtUs: number | null): Promise<void> {
  if (nextCheckAtUs === null) await tx.query('DELETE FROM late_checks WHERE payment_id = $1', [paymentId]);
  else {
    await tx.query('UPDATE late_checks SET checks = checks + 1, next_check_at_us = $2 WHERE payment_id = $1', [
      paymentId,
      nextCheckAtUs,
    ]);
  }
}
