import { isFinal, type Payment } from '../../../core/payment.ts';
import type { Database, Row, Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import { PAYMENTS } from '../../payments/store/payment-table.ts';

/** The state of a link's payment: an `open` one reserves its units, a `paid` one has bought them. */
type LinkPaymentState = 'open' | 'paid' | 'failed';

interface LinkPayment extends Pick<Payment, 'amountMinor' | 'currency'> {
  readonly paymentId: number;
  readonly linkId: string;
  /** The form that created it. */
  readonly formId: string;
  readonly state: LinkPaymentState;
  /** The units that it buys. */
  readonly quantity: number;
}

const LINK_PAYMENTS = tableOf<LinkPayment>('link_payments', {
  paymentId: bigint('payment_id'),
  linkId: text('link_id'),
  formId: text('form_id'),
  state: text('state'),
  amountMinor: bigint('amount_minor'),
  currency: text('currency'),
  quantity: bigint('quantity'),
});
const INSERT = LINK_PAYMENTS.insertion('ON CONFLICT (form_id) DO NOTHING RETURNING payment_id');

/** Records that a form created a new payment of a link. False when that form has created one already. */
export async function insertLinkPayment(
  tx: Transaction,
  { id, amountMinor, currency }: Pick<Payment, 'id' | 'amountMinor' | 'currency'>,
  bought: Pick<LinkPayment, 'linkId' | 'formId' | 'quantity'>,
): Promise<boolean> {
  const values = LINK_PAYMENTS.valuesOf({ ...bought, paymentId: id, state: 'open', amountMinor, currency });
  return (await tx.query(INSERT, values)).length === 1;
}

/** Reserves units of a link for a new payment. False when fewer are left, or the link has expired or is deactivated. */
export async function reserveUnits(
  tx: Transaction,
  { linkId, quantity, nowUs }: { linkId: string; quantity: number; nowUs: number },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE payment_links SET open_payments = open_payments + 1, open_units = open_units + $3
      WHERE id = $1 AND deactivated_at_us IS NULL AND (expires_at_us IS NULL OR expires_at_us > $2)
        AND (stock IS NULL OR open_units + paid_units + $3 <= stock) RETURNING id`,
    [linkId, nowUs, quantity],
  );
  return rows.length === 1;
}

/**
 * If a payment that has just become final belongs to a link, marks its units as paid or releases them. Call it in
 * the transaction that makes the payment final. Returns the link's id, undefined when there is none.
 */
export async function settleLinkPayment(tx: Transaction, payment: Payment): Promise<string | undefined> {
  if (!mayBeOfLink(payment) || !isFinal(payment.status)) return undefined;
  const { id, amountMinor, currency } = payment;
  const state: LinkPaymentState = payment.status === 'completed' ? 'paid' : 'failed';
  const [row] = await tx.query<Row & { link_id: string; quantity: number }>(
    "UPDATE link_payments SET state = $2 WHERE payment_id = $1 AND state = 'open' RETURNING link_id, quantity",
    [id, state],
  );
  if (!row) return undefined;
  const paidMinor = (of: Payment['currency']) => (state === 'paid' && currency === of ? amountMinor : 0);
  await tx.query(
    `UPDATE payment_links SET open_payments = open_payments - 1, ${state}_payments = ${state}_payments + 1,
            open_units = open_units - $4, paid_units = paid_units + $5,
            paid_htg_minor = paid_htg_minor + $2, paid_usd_minor = paid_usd_minor + $3
      WHERE id = $1`,
    [row.link_id, paidMinor('HTG'), paidMinor('USD'), row.quantity, state === 'paid' ? row.quantity : 0],
  );
  return row.link_id;
}

/** Queues the e-mail about a payment that has just been completed, if its link has an address for notices. */
export async function queueLinkNotice(
  tx: Transaction,
  { paymentId, linkId, nowUs }: { paymentId: number; linkId: string; nowUs: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO link_notices (payment_id, status, attempts, next_attempt_at_us, created_at_us)
     SELECT CAST($1 AS BIGINT), 'pending', 0, CAST($2 AS BIGINT), CAST($2 AS BIGINT)
       FROM payment_links WHERE id = $3 AND notify_email IS NOT NULL`,
    [paymentId, nowUs, linkId],
  );
}

/**
 * Whether a payment may belong to a link. Every link's payment names the link in its metadata, so other payments need
 * no query.
 */
export function mayBeOfLink({ metadata }: Pick<Payment, 'metadata'>): boolean {
  return metadata?.includes('"link"') ?? false;
}

/** The payment that a form of a link has created; undefined when it has created none. */
export async function findPaymentOfForm(db: Pick<Database, 'query'>, formId: string): Promise<Payment | undefined> {
  const [row] = await db.query(
    `SELECT ${PAYMENTS.columnsOf('p')} FROM link_payments l JOIN payments p ON p.id = l.payment_id WHERE l.form_id = $1`,
    [formId],
  );
  return row && PAYMENTS.read(row);
}

/** The code of the link that a payment belongs to; undefined when there is none. */
export async function findLinkCodeOfPayment(
  db: Pick<Database, 'query'>,
  paymentId: number,
): Promise<string | undefined> {
  const [row] = await db.query<Row & { code: string }>(
    'SELECT k.code FROM link_payments l JOIN payment_links k ON k.id = l.link_id WHERE l.payment_id = $1',
    [paymentId],
  );
  return row?.code;
}

/**
 * The newest payments of a link that are still in the store, newest first. If `beforeId` is given, only payments older
 * than that one.
 */
export async function listPaymentsOfLink(
  db: Pick<Database, 'query'>,
  { linkId, beforeId, limit }: { linkId: string; beforeId?: number | undefined; limit: number },
): Promise<Payment[]> {
  const rows = await db.query(
    `SELECT ${PAYMENTS.columnsOf('p')} FROM link_payments l JOIN payments p ON p.id = l.payment_id
      WHERE l.link_id = $1 AND l.payment_id < $2 ORDER BY l.payment_id DESC LIMIT $3`,
    [linkId, beforeId ?? Number.MAX_SAFE_INTEGER, limit],
  );
  return rows.map(PAYMENTS.read);
}

/**
 * How many payments of a link failed, released their units, and were paid afterwards. They may exceed the stock. They
 * are few, and each has a discrepancy that an operator must resolve.
 */
export async function countPaidAfterFailure(db: Pick<Database, 'query'>, linkId: string): Promise<number> {
  const [row] = await db.query<Row & { payments: number }>(
    `SELECT COUNT(DISTINCT d.payment_id) AS payments FROM discrepancies d
       JOIN link_payments l ON l.payment_id = d.payment_id
      WHERE d.kind = 'paid_after_failure' AND l.link_id = $1 AND l.state = 'failed'`,
    [linkId],
  );
  return row?.payments ?? 0;
}
