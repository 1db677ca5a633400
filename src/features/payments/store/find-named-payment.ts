import type { Payment } from '../../../core/payment.ts';
import type { ChargeName } from '../../../core/recurring.ts';
import type { Database } from '../../../database/database.ts';
import { findPayment } from './find-payment.ts';
import { PAYMENTS } from './payment-table.ts';

/** The payment of the charge with this name; undefined when this store has none. */
export async function findChargePayment(
  db: Pick<Database, 'query'>,
  { subscriptionId, period, attempt }: ChargeName,
): Promise<Payment | undefined> {
  const [row] = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE subscription_id = $1 AND subscription_period = $2 AND subscription_try = $3
      ORDER BY id LIMIT 1`,
    [subscriptionId, period, attempt],
  );
  return row && PAYMENTS.read(row);
}

/** The payment that a provider names, either by the payment's id or by the name of a subscription's charge. */
export async function findNamedPayment(
  db: Pick<Database, 'query'>,
  { paymentId, chargeName }: { paymentId: number | undefined; chargeName?: ChargeName | undefined },
): Promise<Payment | undefined> {
  if (paymentId !== undefined) return findPayment(db, paymentId);
  return chargeName && findChargePayment(db, chargeName);
}
