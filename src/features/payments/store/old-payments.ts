import type { Payment } from '../../../core/payment.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList, type ListPosition, positionCondition } from '../../../database/matching.ts';
import { deleteEntriesAbout, insertEntries } from '../../ledger/store/postings.ts';
import { deleteReceiptsOf } from '../../receipts/store/receipts.ts';
import { deleteDeliveriesOf, holdDeliveriesOf } from '../../webhooks/store/delete-old-deliveries.ts';
import { refundDeliveryIds } from '../../webhooks/store/delivery-table.ts';
import { deleteHistoryOf } from '../history/store/write-history.ts';
import { paymentEntry } from '../payment-entry.ts';
import { deleteEventsOf } from './events.ts';
import { IN_NO_PAYOUT, isMissing } from './missing-payments.ts';
import { changeCounts } from './payment-counts.ts';
import { PAYMENTS } from './payment-table.ts';
import { deleteTermsOf } from './payment-terms.ts';

/** The most payments that one transaction deletes: few, so that other writers hardly wait. */
export const DELETED_AT_ONCE = 25;

/**
 * Why an old payment is not deleted. `not_over`: it is open or became final a short time ago, or this holds for its checkout session.
 * `discrepancy`: it has or had a discrepancy or a dispute. `refund`: it has a refund that is not over, or is a live payment with a refund.
 * `late_check`: it will be verified again. `delivery`: its event is not delivered yet. `recurring`: it started a subscription, or belongs to
 * one that is still charged. `payout`: its provider still owes it, because it is missing on a statement of its period.
 */
export type KeptFor = 'not_over' | 'discrepancy' | 'refund' | 'late_check' | 'delivery' | 'recurring' | 'payout';

/** An old payment, and why it stays; null when it may be deleted. */
export interface OldPayment {
  readonly payment: Payment;
  readonly keptFor: KeptFor | null;
}

/** Which payments count as old. */
export interface Age {
  /** Created before this time, microseconds since 1970. */
  readonly createdBeforeUs: number;
  /** Became final before this time, microseconds since 1970. */
  readonly finishedBeforeUs: number;
}

/**
 * The only rule that decides which payments may be deleted. `$1` is the moment before which a payment must have become
 * final.
 */
const REASON = `CASE
  WHEN p.finished_at_us IS NULL OR p.finished_at_us >= $1 THEN 'not_over'
  WHEN EXISTS (SELECT 1 FROM session_payments s JOIN checkout_sessions c ON c.id = s.session_id
    WHERE s.payment_id = p.id AND (c.open_payments > 0 OR c.expires_at_us >= $1)) THEN 'not_over'
  WHEN EXISTS (SELECT 1 FROM discrepancies d WHERE d.payment_id = p.id)
    OR EXISTS (SELECT 1 FROM disputes x WHERE x.payment_id = p.id) THEN 'discrepancy'
  WHEN EXISTS (SELECT 1 FROM late_checks l WHERE l.payment_id = p.id) THEN 'late_check'
  WHEN (SELECT v.status FROM deliveries v WHERE v.payment_id = p.id) = 'pending' THEN 'delivery'
  WHEN EXISTS (SELECT 1 FROM deliveries v WHERE v.status = 'pending' AND v.id IN (${refundDeliveryIds('r.payment_id = p.id')})) THEN 'delivery'
  WHEN EXISTS (SELECT 1 FROM refunds f WHERE f.payment_id = p.id
    AND (p.mode = 'live' OR f.status NOT IN ('succeeded', 'failed', 'reversed') OR f.next_step_at_us IS NOT NULL)) THEN 'refund'
  WHEN EXISTS (SELECT 1 FROM subscriptions s WHERE s.first_payment_id = p.id) THEN 'recurring'
  WHEN EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = p.subscription_id AND s.status = 'active') THEN 'recurring'
  WHEN ${IN_NO_PAYOUT} AND EXISTS (SELECT 1 FROM payouts o WHERE o.method = p.method AND o.currency = p.currency AND o.reversed_at_us IS NULL
    AND ${isMissing({ from: 'o.from_us', to: 'o.to_us' })}) THEN 'payout'
  END`;

/** A key's old payments, oldest first, after `after` if it is given. Reads one range of an index. */
export async function listOldPayments(
  db: Pick<Database, 'query'>,
  { apiKeyId, createdBeforeUs, finishedBeforeUs }: Age & { readonly apiKeyId: string },
  { after, limit }: { after?: ListPosition | undefined; limit: number },
): Promise<OldPayment[]> {
  const rows = await db.query<Row & { kept_for: KeptFor | null }>(
    `SELECT ${PAYMENTS.columnsOf('p')}, ${REASON} AS kept_for FROM payments p
      WHERE p.api_key_id = $2 AND p.created_at_us < $3 AND ${positionCondition('>', '$4', '$5')}
      ORDER BY p.created_at_us, p.id LIMIT $6`,
    [finishedBeforeUs, apiKeyId, createdBeforeUs, after?.createdAtUs ?? 0, after?.id ?? 0, limit],
  );
  return rows.map((row) => ({ payment: PAYMENTS.read(row), keptFor: row.kept_for }));
}

/** The payments with the given ids that are in the store. */
export async function findOldPayments(
  db: Pick<Database, 'query'>,
  ids: readonly number[],
  finishedBeforeUs: number,
): Promise<OldPayment[]> {
  const params: Value[] = [finishedBeforeUs];
  const rows = await db.query<Row & { kept_for: KeptFor | null }>(
    `SELECT ${PAYMENTS.columnsOf('p')}, ${REASON} AS kept_for FROM payments p WHERE ${inList(params, 'p.id', ids)}`,
    params,
  );
  return rows.map((row) => ({ payment: PAYMENTS.read(row), keptFor: row.kept_for }));
}

/**
 * Deletes payments with their refunds, events, deliveries and history, and with a checkout session whose last payments they are, and
 * subtracts them from the counts. Whether each payment may be deleted is checked again in this transaction; a payment that may not stays.
 * Returns the ids of the deleted ones.
 */
export async function deletePayments(
  tx: Transaction,
  ids: readonly number[],
  finishedBeforeUs: number,
): Promise<Set<number>> {
  await holdDeliveriesOf(tx, ids);
  // A concurrent request for a refund either came first, so that the payment stays, or waits and then finds the payment
  // deleted.
  await tx.query(`UPDATE payments SET mode = mode WHERE ${inList([], 'id', ids)}`, [...ids]);
  const going = (await findOldPayments(tx, ids, finishedBeforeUs)).filter(({ keptFor }) => keptFor === null);
  if (going.length === 0) return new Set();
  const gone = going.map(({ payment }) => payment.id);
  await deleteDeliveriesOf(tx, gone);
  await deleteEventsOf(tx, gone);
  await deleteReceiptsOf(tx, gone);
  await deleteRefundsOf(tx, gone);
  await deleteTermsOf(
    tx,
    going.map(({ payment }) => payment),
  );
  await adjustLedger(
    tx,
    going.map(({ payment }) => payment),
  );
  const params: Value[] = [];
  const rows = await tx.query(
    `DELETE FROM payments WHERE ${inList(params, 'id', gone)} RETURNING ${PAYMENTS.columns}`,
    params,
  );
  // The history is deleted after the payments: deleting a payment waits for a user who is adding a note to it, and the
  // note is then deleted too.
  await deleteHistoryOf(tx, gone);
  await deleteSessionsOf(tx, gone);
  const deleted = rows.map(PAYMENTS.read);
  await changeCounts(
    tx,
    deleted.map((payment) => ({ payment, status: payment.status, by: -1 as const })),
  );
  return new Set(deleted.map(({ id }) => id));
}

/**
 * Deletes the ledger entries of test payments. The ledger of live payments stays complete: payments that are not posted
 * yet are posted now.
 */
async function adjustLedger(tx: Transaction, deleted: readonly Payment[]): Promise<void> {
  const ofTests = deleted.filter(({ mode }) => mode === 'test').map(({ id }) => id);
  if (ofTests.length > 0) await deleteEntriesAbout(tx, ofTests);
  const live = deleted.filter(({ mode, status }) => mode === 'live' && status === 'completed');
  await insertEntries(tx, live.map(paymentEntry), { isRepeatable: true });
}

async function deleteRefundsOf(tx: Transaction, paymentIds: readonly number[]): Promise<void> {
  for (const table of ['refunds', 'refund_money']) {
    const params: Value[] = [];
    await tx.query(`DELETE FROM ${table} WHERE ${inList(params, 'payment_id', paymentIds)}`, params);
  }
}

/** Deletes the checkout sessions of deleted payments that have no other payment in the store. */
async function deleteSessionsOf(tx: Transaction, deletedIds: readonly number[]): Promise<void> {
  const params: Value[] = [];
  // A concurrent deletion of other payments of these sessions waits here, so that the later one finds no payment left.
  const held = await tx.query<Row & { id: string }>(
    `UPDATE checkout_sessions SET attempts = attempts
      WHERE id IN (SELECT session_id FROM session_payments WHERE ${inList(params, 'payment_id', deletedIds)}) RETURNING id`,
    params,
  );
  if (held.length === 0) return;
  const heldIds = held.map(({ id }) => id);
  const empty = await tx.query<Row & { id: string }>(
    `SELECT c.id FROM checkout_sessions c WHERE ${inList([], 'c.id', heldIds)}
        AND NOT EXISTS (SELECT 1 FROM session_payments s JOIN payments p ON p.id = s.payment_id WHERE s.session_id = c.id)`,
    heldIds,
  );
  const emptyIds = empty.map(({ id }) => id);
  if (emptyIds.length === 0) return;
  await tx.query(`DELETE FROM session_payments WHERE ${inList([], 'session_id', emptyIds)}`, emptyIds);
  await tx.query(`DELETE FROM checkout_sessions WHERE ${inList([], 'id', emptyIds)}`, emptyIds);
}
