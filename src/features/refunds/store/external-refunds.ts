import { createHash } from 'node:crypto';
import type { Refund, RefundKind } from '../../../core/refund.ts';
import type { Database, Row, Transaction } from '../../../database/database.ts';
import type { Discrepancy } from '../../payments/discrepancies/discrepancy.ts';
import { postCasesOf } from '../../payments/discrepancies/post-cases.ts';
import { discrepanciesOf } from '../../payments/discrepancies/store/discrepancies.ts';
import { isRefundOf } from '../../payments/discrepancies/store/ledger-cases.ts';
import { REFUNDS, refundIdOf } from './refund-table.ts';

/** Who is named as the one who requested and approved an external refund. */
const BY = 'external';
const INSERT = REFUNDS.insertion('ON CONFLICT DO NOTHING RETURNING id');

interface KnownRefund extends Row {
  id: string;
  kind: RefundKind;
  provider_ref: string;
  amount_minor: number;
}

/**
 * Makes external refunds of what a payment's provider reported as refunded or voided in its portal, and posts its discrepancies. A return is an
 * external refund while the payment's refunds together do not exceed what was paid, and while no refund of this gateway has its number. What does
 * not fit stays a discrepancy alone. Call it in the transaction of every change on which that depends: a return is reported, a refund gets its
 * number, or a refund no longer holds money. Lock the money of the payment's refunds first.
 *
 * @param atUs when the change happened
 */
export async function settleReturns(
  tx: Transaction,
  { paymentId, ...owner }: Pick<Refund, 'paymentId' | 'websiteId' | 'mode' | 'method' | 'currency'>,
  atUs?: number,
): Promise<void> {
  const cases = await discrepanciesOf(tx, paymentId);
  const returns = cases.filter(
    ({ kind, word, reported }) =>
      kind === 'returned_after_completion' &&
      (word === 'refunded' || word === 'voided') &&
      reported?.currency === owner.currency &&
      reported.amountMinor > 0,
  );
  if (returns.length > 0) {
    const known = await tx.query<KnownRefund>(
      'SELECT id, kind, provider_ref, amount_minor FROM refunds WHERE payment_id = $1 AND provider_ref IS NOT NULL',
      [paymentId],
    );
    const own = new Set(known.filter(({ kind }) => kind === 'gateway').map((refund) => refund.provider_ref));
    const external = known.filter(({ kind }) => kind === 'external');
    for (const refund of external) if (own.has(refund.provider_ref)) await deleteExternal(tx, paymentId, refund);
    const taken = new Set(known.map((refund) => refund.provider_ref));
    for (const found of returns) {
      if (!taken.has(found.providerRef)) await insertExternal(tx, externalRefund(found, { paymentId, ...owner }));
    }
  }
  if (cases.length > 0) await postCasesOf(tx, paymentId, atUs);
}

/** The payments, after an id, with returned money that is no refund. They are few. */
export async function listUnsettledReturns(
  db: Pick<Database, 'query'>,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db.query<Row & { payment_id: number }>(
    `SELECT DISTINCT d.payment_id FROM discrepancies d WHERE d.kind = 'returned_after_completion' AND d.payment_id > $1
      AND NOT EXISTS (SELECT 1 FROM refunds r WHERE ${isRefundOf('r', 'd')}) ORDER BY d.payment_id LIMIT $2`,
    [after, limit],
  );
  return rows.map((row) => row.payment_id);
}

/** Stores an external refund and counts its money, unless that exceeds what was paid. */
async function insertExternal(tx: Transaction, refund: Refund): Promise<void> {
  const { paymentId, amountMinor } = refund;
  const counted = await tx.query(
    `UPDATE refund_money SET refunded_minor = refunded_minor + $2
      WHERE payment_id = $1 AND reserved_minor + refunded_minor + $2 <= paid_minor RETURNING payment_id`,
    [paymentId, amountMinor],
  );
  if (counted.length === 0) return;
  const stored = await tx.query(INSERT, REFUNDS.valuesOf(refund));
  // The number belongs to a refund of another payment.
  if (stored.length === 0) await uncount(tx, paymentId, amountMinor);
}

/** Removes an external refund that is a refund of this gateway. */
async function deleteExternal(tx: Transaction, paymentId: number, { id, amount_minor }: KnownRefund): Promise<void> {
  await tx.query('DELETE FROM refunds WHERE id = $1', [id]);
  await uncount(tx, paymentId, amount_minor);
}

async function uncount(tx: Transaction, paymentId: number, amountMinor: number): Promise<void> {
  await tx.query('UPDATE refund_money SET refunded_minor = refunded_minor - $2 WHERE payment_id = $1', [
    paymentId,
    amountMinor,
  ]);
}

/** Its name follows from its number: a store that was rolled back gives it the same name again. */
function externalRefund(
  { providerRef, reported, word, firstSeenAtUs }: Discrepancy,
  {
    paymentId,
    websiteId,
    mode,
    method,
    currency,
  }: Pick<Refund, 'paymentId' | 'websiteId' | 'mode' | 'method' | 'currency'>,
): Refund {
  const hash = createHash('sha256')
    .update(JSON.stringify([method, paymentId, providerRef]))
    .digest('hex');
  const name = `external-${hash.slice(0, 32)}`;
  return {
    id: refundIdOf({ websiteId, mode }, name),
    name,
    kind: 'external',
    websiteId,
    mode,
    paymentId,
    method,
    amountMinor: reported?.amountMinor ?? 0,
    currency,
    isWhole: false,
    reason: null,
    status: 'succeeded',
    failureReason: null,
    requestedBy: BY,
    approvedBy: BY,
    providerRef,
    word: word ?? null,
    attempts: 0,
    askedAtUs: null,
    nextStepAtUs: null,
    createdAtUs: firstSeenAtUs,
    endedAtUs: firstSeenAtUs,
    payerId: null,
    payer: null,
    payingUntilUs: null,
  };
}
