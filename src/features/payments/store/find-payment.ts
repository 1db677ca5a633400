import type { Mode, Payment, PaymentMethod } from '../../../core/payment.ts';
import type { ShownPayment } from '../../../core/payment-json.ts';
import type { ChargeName } from '../../../core/recurring.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import { PAYMENTS } from './payment-table.ts';
import { readShown, SHOWN_COLUMNS, SHOWN_COUNT } from './shown-payment.ts';

/** A payment of any website: for the operator, and for payment pages, whose links cannot be guessed. */
export async function findPayment(db: Pick<Database, 'query'>, id: number): Promise<Payment | undefined> {
  const [row] = await db.query(`SELECT ${PAYMENTS.columns} FROM payments WHERE id = $1`, [id]);
  return row && PAYMENTS.read(row);
}

/** The payments that a merchant's key may see: its website's, in its own mode. */
export interface PaymentScope {
  readonly websiteId: string;
  readonly mode: Mode;
}

export async function findPaymentInScope(db: Database, scope: PaymentScope, id: number): Promise<Payment | undefined> {
  const payment = await findPayment(db, id);
  return payment && payment.websiteId === scope.websiteId && payment.mode === scope.mode ? payment : undefined;
}

// Built once: a new text for each call would be hashed each time to find its prepared statement.
const BY_ID = `SELECT ${SHOWN_COLUMNS}, website_id, mode FROM payments WHERE id = $1 LIMIT 1`;
const BY_REFERENCE = `SELECT ${SHOWN_COLUMNS} FROM payments WHERE website_id = $1 AND mode = $2 AND reference = $3
  ORDER BY created_at_us DESC, id DESC LIMIT 1`;

/** The data of a payment that a merchant sees. */
export async function findShownPayment(
  db: Pick<Database, 'find'>,
  { websiteId, mode }: PaymentScope,
  id: number,
): Promise<ShownPayment | undefined> {
  // The owner is compared here and not in the statement, so that concurrent lookups by different keys share one query.
  const row = await db.find(BY_ID, [id]);
  return row && row[SHOWN_COUNT] === websiteId && row[SHOWN_COUNT + 1] === mode ? readShown(row) : undefined;
}

/** The data that a merchant sees of the payment with this reference. Of several such payments, the newest. */
export async function findShownPaymentByReference(
  db: Pick<Database, 'find'>,
  { websiteId, mode }: PaymentScope,
  reference: string,
): Promise<ShownPayment | undefined> {
  const row = await db.find(BY_REFERENCE, [websiteId, mode, reference]);
  return row && readShown(row);
}

/** The live payment with this number of the provider. Of several, the newest. */
export async function findPaymentByProviderRef(
  db: Pick<Database, 'query'>,
  method: PaymentMethod,
  providerRef: string,
): Promise<Payment | undefined> {
  const [row] = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE method = $1 AND provider_ref = $2 ORDER BY id DESC LIMIT 1`,
    [method, providerRef],
  );
  return row && PAYMENTS.read(row);
}

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

/** The payment that a provider names: by the payment's id, by the name of a subscription's charge, or by the provider's own number of the payment. */
export async function findNamedPayment(
  db: Pick<Database, 'query'>,
  {
    paymentId,
    chargeName,
    numbered,
  }: {
    paymentId: number | undefined;
    chargeName?: ChargeName | undefined;
    numbered?: { readonly method: PaymentMethod; readonly providerRef: string } | undefined;
  },
): Promise<Payment | undefined> {
  if (paymentId !== undefined) return findPayment(db, paymentId);
  if (chargeName) return findChargePayment(db, chargeName);
  return numbered && findPaymentByProviderRef(db, numbered.method, numbered.providerRef);
}

/** Locks a payment until the transaction ends. False when it no longer exists. */
export async function holdPayment(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.query('UPDATE payments SET mode = mode WHERE id = $1 RETURNING id', [id])).length > 0;
}
