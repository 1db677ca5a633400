import { US_PER_HOUR } from '../../../core/durations.ts';
import { type Refund, type RefundKind, type RefundStatus, refundStatusesBefore } from '../../../core/refund.ts';
import type { Database, Row, Transaction } from '../../../database/database.ts';
import type { Discrepancy } from '../../payments/discrepancies/discrepancy.ts';
import { postCasesOf } from '../../payments/discrepancies/post-cases.ts';
import { discrepanciesOf } from '../../payments/discrepancies/store/discrepancies.ts';
import { isRefundOf } from '../../payments/discrepancies/store/ledger-cases.ts';
import { REFUND_WAITS } from '../refund-waits.ts';
import { handOverLine } from './hand-over-line.ts';
import { moveHeld } from './held-money.ts';
import { hashOf, REFUNDS, refundIdOf } from './refund-table.ts';

/** Who is named as the one who requested and approved an external refund. */
const BY = 'external';
const INSERT = REFUNDS.insertion('ON CONFLICT DO NOTHING RETURNING id');

interface KnownRefund extends Row {
  id: string;
  kind: RefundKind;
  status: RefundStatus;
  provider_ref: string;
  amount_minor: number;
}

type Owner = Pick<Refund, 'paymentId' | 'websiteId' | 'mode' | 'method' | 'currency'>;

/** The status of an external refund by the word of its discrepancy. Any other word is that of no refund. */
export const EXTERNAL_STATUSES: Readonly<Record<string, RefundStatus>> = {
  refund_pending: 'sent',
  refunded: 'succeeded',
  voided: 'succeeded',
  refund_failed: 'failed',
};

/**
 * Makes external refunds of what a payment's provider reported as refunded or voided in its portal, and posts its discrepancies. A return is an
 * external refund while the payment's refunds together do not exceed what was paid, and while no refund of this gateway has its number. What does
 * not fit stays a discrepancy alone. One that is pending is `sent` until its provider finishes it, and one that returned nothing in the end gives
 * its money back: as `failed`, or as `reversed` after a success. Call it in the transaction of every change on which that depends: a return is
 * reported, a refund gets its number, or a refund no longer holds money. Lock the money of the payment's refunds first.
 *
 * @param atUs when the change happened
 */
export async function settleReturns(tx: Transaction, { paymentId, ...rest }: Owner, atUs?: number): Promise<void> {
  const owner = { paymentId, ...rest };
  const cases = await discrepanciesOf(tx, paymentId);
  // Each external refund has a discrepancy.
  if (cases.length === 0) return;
  const returns = cases.filter(
    ({ kind, word, reported }) =>
      kind === 'returned_after_completion' &&
      EXTERNAL_STATUSES[word ?? ''] !== undefined &&
      reported?.currency === owner.currency &&
      reported.amountMinor > 0,
  );
  const known = await tx.query<KnownRefund>(
    'SELECT id, kind, status, provider_ref, amount_minor FROM refunds WHERE payment_id = $1 AND provider_ref IS NOT NULL',
    [paymentId],
  );
  const own = new Map(known.filter(({ kind }) => kind === 'gateway').map((refund) => [refund.provider_ref, refund.id]));
  for (const refund of known.filter(({ kind }) => kind === 'external')) {
    const found = returns.find(
      ({ providerRef, reported }) =>
        providerRef === refund.provider_ref && reported?.amountMinor === refund.amount_minor,
    );
    const ownId = own.get(refund.provider_ref);
    if (ownId !== undefined) await handOverLine(tx, refund.id, ownId);
    if (ownId !== undefined || !found) await deleteExternal(tx, paymentId, refund);
    else await moveExternal(tx, paymentId, { refund, found }, atUs ?? found.lastSeenAtUs);
  }
  const taken = new Set(known.map((refund) => refund.provider_ref));
  for (const found of returns) {
    if (!taken.has(found.providerRef) && found.word !== 'refund_failed')
      await insertExternal(tx, externalRefund(found, owner));
  }
  await postCasesOf(tx, paymentId, atUs);
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
  if (!(await moveHeld(tx, refund, { after: refund.status }))) return;
  const stored = await tx.query(INSERT, REFUNDS.valuesOf(refund));
  // The number belongs to a refund of another payment.
  if (stored.length === 0) await moveHeld(tx, refund, { before: refund.status });
  else await noteNumber(tx, refund);
}

/** Notes at a refund of another payment that the number that was entered for it is that of this external refund. */
async function noteNumber(tx: Transaction, { method, mode, paymentId, providerRef }: Refund): Promise<void> {
  await tx.query(
    `UPDATE refunds SET word = $5 WHERE method = $1 AND mode = $2 AND provider_ref = $3 AND kind = 'gateway' AND payment_id <> $4
      AND status = 'succeeded'`,
    [method, mode, providerRef, paymentId, REFUND_WAITS.numberOfAnother],
  );
}

/** Moves an external refund to the status that its provider has reported, with the money that it holds. */
async function moveExternal(
  tx: Transaction,
  paymentId: number,
  { refund, found }: { refund: KnownRefund; found: Discrepancy },
  atUs: number,
): Promise<void> {
  const wanted = EXTERNAL_STATUSES[found.word ?? ''];
  // Its money had been returned, and came back.
  const status = wanted === 'failed' && refund.status === 'succeeded' ? 'reversed' : wanted;
  if (status === undefined || !refundStatusesBefore(status).includes(refund.status)) return;
  const moved = await tx.query(
    `UPDATE refunds SET status = $3, word = $4, ended_at_us = $5, next_step_at_us = NULL, failure_reason = $6
      WHERE id = $1 AND status = $2 RETURNING id`,
    [refund.id, refund.status, status, found.word ?? null, atUs, status === 'failed' ? 'declined' : null],
  );
  if (moved.length === 0) return;
  await moveHeld(tx, { paymentId, amountMinor: refund.amount_minor }, { before: refund.status, after: status });
}

/** Removes an external refund that is a refund of this gateway, or the sum of several. The entries of its discrepancy are posted back. */
async function deleteExternal(tx: Transaction, paymentId: number, refund: KnownRefund): Promise<void> {
  await tx.query('DELETE FROM refunds WHERE id = $1', [refund.id]);
  await moveHeld(tx, { paymentId, amountMinor: refund.amount_minor }, { before: refund.status });
}

/** How long after a sighting a pending refund is looked up again. */
const LOOK_AGAIN_US = 6 * US_PER_HOUR;

/** Its name follows from its number: a store that was rolled back gives it the same name again. */
function externalRefund(
  { providerRef, reported, word, firstSeenAtUs }: Discrepancy,
  { paymentId, websiteId, mode, method, currency }: Owner,
): Refund {
  const name = `external-${hashOf([method, paymentId, providerRef])}`;
  const isPending = word === 'refund_pending';
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
    status: isPending ? 'sent' : 'succeeded',
    failureReason: null,
    requestedBy: BY,
    approvedBy: BY,
    providerRef,
    word: word ?? null,
    attempts: 0,
    askedAtUs: isPending ? firstSeenAtUs : null,
    nextStepAtUs: isPending ? firstSeenAtUs + LOOK_AGAIN_US : null,
    createdAtUs: firstSeenAtUs,
    endedAtUs: isPending ? null : firstSeenAtUs,
    payerId: null,
    payer: null,
    payingUntilUs: null,
  };
}
