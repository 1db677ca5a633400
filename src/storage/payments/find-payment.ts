import type { Mode, Payment, PaymentMethod } from '../../domain/payment.ts';
import type { Database } from '../database.ts';
import { PAYMENTS } from './payment-table.ts';

/** A payment of any website: for pages, which hold an unguessable link, and for the operator. */
export async function findPayment(db: Pick<Database, 'query'>, id: number): Promise<Payment | undefined> {
  const [row] = await db.query(`SELECT ${PAYMENTS.columns} FROM payments WHERE id = $1`, [id]);
  return row && PAYMENTS.read(row);
}

/** Whose payments a merchant's key may see: its website's, in its own mode. */
export interface PaymentScope {
  readonly websiteId: string;
  readonly mode: Mode;
}

export async function findPaymentInScope(db: Database, scope: PaymentScope, id: number): Promise<Payment | undefined> {
  const [row] = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE id = $1 AND website_id = $2 AND mode = $3`,
    [id, scope.websiteId, scope.mode],
  );
  return row && PAYMENTS.read(row);
}

/** Of several payments with one reference, the newest. */
export async function findPaymentByReference(
  db: Database,
  scope: PaymentScope,
  reference: string,
): Promise<Payment | undefined> {
  const [row] = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE website_id = $1 AND mode = $2 AND reference = $3
      ORDER BY created_at_us DESC, id DESC LIMIT 1`,
    [scope.websiteId, scope.mode, reference],
  );
  return row && PAYMENTS.read(row);
}

/** The live payment that a provider knows by this number of its own. Of several, the newest. */
export async function findPaymentByProviderRef(
  db: Database,
  method: PaymentMethod,
  providerRef: string,
): Promise<Payment | undefined> {
  const [row] = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE method = $1 AND provider_ref = $2 ORDER BY id DESC LIMIT 1`,
    [method, providerRef],
  );
  return row && PAYMENTS.read(row);
}
