import type { Currency, Money } from '../../../core/money.ts';
import type { Mode, Payment, PaymentMethod } from '../../../core/payment.ts';
import { holdOf, type Refund, type RefundKind, type RefundStatus, refundStatusesBefore } from '../../../core/refund.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList, type ListPage, matching, pageClauses } from '../../../database/matching.ts';
import { updateChosen } from '../../../database/update-chosen.ts';
import { insertEntries } from '../../ledger/store/postings.ts';
import { isPosted, refundEntry } from '../refund-entries.ts';
import { settleReturns } from './external-refunds.ts';
import { moveHeld } from './held-money.ts';
import { insertRefundEvent } from './refund-events.ts';
import { REFUNDS } from './refund-table.ts';

/** The refund with this id. */
export async function findRefund(db: Pick<Database, 'query'>, id: string): Promise<Refund | undefined> {
  const [row] = await db.query(`SELECT ${REFUNDS.columns} FROM refunds WHERE id = $1`, [id]);
  return row && REFUNDS.read(row);
}

/** The refunds of a payment, oldest first. */
export async function listRefundsOf(db: Pick<Database, 'query'>, paymentId: number): Promise<Refund[]> {
  const rows = await db.query(
    `SELECT ${REFUNDS.columns} FROM refunds WHERE payment_id = $1 ORDER BY created_at_us, id`,
    [paymentId],
  );
  return rows.map(REFUNDS.read);
}

/** The refunds of the payments of a range of ids: after `after`, up to and including `through`. */
export async function listRefundsBetween(
  db: Pick<Database, 'query'>,
  { after, through }: { after: number; through: number },
): Promise<Refund[]> {
  const rows = await db.query(
    `SELECT ${REFUNDS.columns} FROM refunds WHERE payment_id > $1 AND payment_id <= $2 ORDER BY payment_id, id`,
    [after, through],
  );
  return rows.map(REFUNDS.read);
}

/** The filter of a list of refunds; an undefined field does not filter. */
export interface RefundFilter extends ListPage {
  readonly websiteId?: string | undefined;
  /** Only refunds of these websites; null for all. */
  readonly websiteIds?: readonly string[] | null | undefined;
  readonly mode?: Mode | undefined;
  readonly kind?: RefundKind | undefined;
  readonly status?: RefundStatus | undefined;
  readonly method?: PaymentMethod | undefined;
  readonly paymentId?: number | undefined;
}

/** A page of the refunds that match, newest first unless the filter says otherwise. */
export async function listNewestRefunds(db: Pick<Database, 'query'>, filter: RefundFilter): Promise<Refund[]> {
  const { websiteId, websiteIds, mode, kind, status, method, paymentId } = filter;
  const params: Value[] = [];
  const conditions = matching(params, { website_id: websiteId, mode, kind, status, method, payment_id: paymentId });
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  const page = pageClauses(params, conditions, filter);
  const rows = await db.query(`SELECT ${REFUNDS.columns} FROM refunds ${page}`, params);
  return rows.map(REFUNDS.read);
}

/** What the refunds of a payment hold of its money. Minor units. */
export interface RefundMoney extends Row {
  currency: Currency;
  paid_minor: number;
  reserved_minor: number;
  refunded_minor: number;
}

/** What the succeeded refunds of payments have returned, by the payments' ids: minor units of each payment's currency. Payments without refunds are missing. */
export async function readRefunded(
  db: Pick<Database, 'query'>,
  paymentIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (paymentIds.length === 0) return new Map();
  const params: Value[] = [];
  const rows = await db.query<Row & { payment_id: number; refunded_minor: number }>(
    `SELECT payment_id, refunded_minor FROM refund_money WHERE ${inList(params, 'payment_id', paymentIds)}`,
    params,
  );
  return new Map(rows.map((row) => [row.payment_id, row.refunded_minor]));
}

/** What the refunds of a payment hold; undefined if it has none. */
export async function readRefundMoney(
  db: Pick<Database, 'query'>,
  paymentId: number,
): Promise<RefundMoney | undefined> {
  const [row] = await db.query<RefundMoney>(
    'SELECT currency, paid_minor, reserved_minor, refunded_minor FROM refund_money WHERE payment_id = $1',
    [paymentId],
  );
  return row;
}

/** Locks what the refunds of a payment hold, until the transaction ends. The first refund of a payment creates the row. */
export async function lockRefundMoney(
  tx: Transaction,
  { id, amountMinor, currency }: Pick<Payment, 'id' | 'amountMinor' | 'currency'>,
): Promise<RefundMoney> {
  const [row] = await tx.query<RefundMoney>(
    `INSERT INTO refund_money (payment_id, currency, paid_minor, reserved_minor, refunded_minor) VALUES ($1, $2, $3, 0, 0)
      ON CONFLICT (payment_id) DO UPDATE SET currency = refund_money.currency
      RETURNING currency, paid_minor, reserved_minor, refunded_minor`,
    [id, currency, amountMinor],
  );
  if (!row) throw new Error(`the refunds of payment ${id} could not be locked`);
  return row;
}

/**
 * Reserves money of a payment for a refund, unless its refunds would then exceed what was paid, less `elsewhereMinor`: money that left
 * outside of the gateway. False when nothing was reserved.
 */
export async function reserveMoney(
  tx: Transaction,
  paymentId: number,
  { amountMinor, currency }: Money,
  elsewhereMinor: number,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE refund_money SET reserved_minor = reserved_minor + $2
      WHERE payment_id = $1 AND currency = $3 AND reserved_minor + refunded_minor + $2 + $4 <= paid_minor RETURNING payment_id`,
    [paymentId, amountMinor, currency, elsewhereMinor],
  );
  return rows.length === 1;
}

const INSERT = REFUNDS.insertion('ON CONFLICT DO NOTHING RETURNING id');

/** Stores a new refund, whose money is reserved, with its entry. False, with nothing stored, when its id exists. */
export async function insertRefund(tx: Transaction, refund: Refund): Promise<boolean> {
  if ((await tx.query(INSERT, REFUNDS.valuesOf(refund))).length === 0) return false;
  await insertEntries(tx, [refundEntry(refund, 'reserved')]);
  return true;
}

/** What changes with the status of a refund. */
export type RefundChange = { readonly status: RefundStatus } & Partial<
  Pick<
    Refund,
    | 'failureReason'
    | 'approvedBy'
    | 'providerRef'
    | 'word'
    | 'attempts'
    | 'askedAtUs'
    | 'nextStepAtUs'
    | 'endedAtUs'
    | 'payerId'
    | 'payer'
    | 'payingUntilUs'
  >
>;

/**
 * Moves a refund to another status, together with the money that it holds and its entry in the ledger, and stores the event of the new
 * status. Returns the refund; or undefined, with nothing changed, if its status or lease has changed since it was read, or if its status
 * does not allow the change. `refund` is as it was read.
 */
export async function moveRefund(tx: Transaction, refund: Refund, change: RefundChange): Promise<Refund | undefined> {
  if (!refundStatusesBefore(change.status).includes(refund.status)) return undefined;
  // The row of the payment is locked first, as by a request, so that no two transactions wait for each other.
  await lockRefundMoney(tx, { id: refund.paymentId, amountMinor: refund.amountMinor, currency: refund.currency });
  const moved = await updateRefund(tx, refund, change);
  if (!moved) return undefined;
  const after = holdOf(moved.status);
  if (holdOf(refund.status) === after) return moved;
  if (!(await moveHeld(tx, moved, { before: refund.status, after: moved.status }))) {
    throw new Error(`the refunds of payment ${refund.paymentId} would hold more than was paid`);
  }
  if (isPosted(moved.status)) await insertEntries(tx, [refundEntry(moved, moved.status)]);
  await insertRefundEvent(tx, moved);
  // A refund made in the provider's portal may fit now.
  if (after === 'none') await settleReturns(tx, moved, moved.endedAtUs ?? moved.createdAtUs);
  return moved;
}

/** Changes a refund that keeps its status. Undefined when another process has changed it since it was read. */
export async function updateRefund(
  tx: Transaction,
  { id, status, attempts, nextStepAtUs, payingUntilUs, providerRef, ...refund }: Refund,
  change: RefundChange,
): Promise<Refund | undefined> {
  // Locked before the refund, as by every other change of its money.
  if (change.providerRef !== undefined && change.providerRef !== providerRef) {
    await lockRefundMoney(tx, { id: refund.paymentId, amountMinor: refund.amountMinor, currency: refund.currency });
  }
  const params: Value[] = [id, status, attempts, nextStepAtUs, payingUntilUs];
  const names = Object.keys(change) as (keyof RefundChange)[];
  const set = REFUNDS.set(params, names, change as Refund);
  const [row] = await tx.query(
    `UPDATE refunds SET ${set} WHERE id = $1 AND status = $2 AND attempts = $3
      AND next_step_at_us IS NOT DISTINCT FROM CAST($4 AS BIGINT)
      AND paying_until_us IS NOT DISTINCT FROM CAST($5 AS BIGINT) RETURNING ${REFUNDS.columns}`,
    params,
  );
  const changed = row && REFUNDS.read(row);
  // The provider may have reported its money as returned before its number, or its success, was known here.
  const isNumbered = changed !== undefined && changed.providerRef !== null && providerRef !== changed.providerRef;
  if (isNumbered || (changed?.status === 'succeeded' && status !== 'succeeded')) {
    await settleReturns(tx, changed, changed.endedAtUs ?? changed.createdAtUs);
  }
  return changed;
}

/**
 * Claims the refunds of a mode whose next step is due, until `leaseUntilUs`: no two workers get the same refund. A step after `farUs` was
 * planned by a wrong clock, and is due.
 */
export async function claimDueRefunds(
  db: Database,
  claim: { mode: Mode; nowUs: number; farUs: number; leaseUntilUs: number; limit: number },
): Promise<Refund[]> {
  const chosen = `SELECT id FROM refunds WHERE mode = $5 AND next_step_at_us IS NOT NULL AND (next_step_at_us <= $1 OR next_step_at_us > $2)
    ORDER BY next_step_at_us LIMIT $4 ${db.skipLocked}`;
  const rows = await db.transaction((tx) =>
    tx.query(updateChosen({ table: 'refunds', key: 'id', chosen }, 'next_step_at_us = $3', REFUNDS.columns), [
      claim.nowUs,
      claim.farUs,
      claim.leaseUntilUs,
      claim.limit,
      claim.mode,
    ]),
  );
  return rows.map(REFUNDS.read);
}

/** Makes the refunds of a payment due now that were sent to their provider, except those whose next step is planned by `afterUs`. */
export async function moveUpNextStep(
  tx: Transaction,
  paymentId: number,
  { nowUs, afterUs }: { readonly nowUs: number; readonly afterUs: number },
): Promise<void> {
  await tx.query(
    `UPDATE refunds SET next_step_at_us = $2 WHERE payment_id = $1 AND next_step_at_us > $3
      AND (status = 'sent' OR status = 'unknown' OR status = 'succeeded')`,
    [paymentId, nowUs, afterUs],
  );
}

/** Whether a refund's next step is due. */
export async function hasDueRefunds(
  db: Pick<Database, 'query'>,
  { mode, nowUs, farUs }: { mode: Mode; nowUs: number; farUs: number },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT id FROM refunds WHERE mode = $3 AND next_step_at_us IS NOT NULL AND (next_step_at_us <= $1 OR next_step_at_us > $2) LIMIT 1`,
    [nowUs, farUs, mode],
  );
  return rows.length > 0;
}

/**
 * Whether another refund of the same method and mode was paid by this transaction of the provider. An external refund with the payment and the
 * amount of this one is this one.
 */
export async function isRefundRefTaken(
  db: Pick<Database, 'query'>,
  { id, method, mode, paymentId, amountMinor }: Pick<Refund, 'id' | 'method' | 'mode' | 'paymentId' | 'amountMinor'>,
  providerRef: string,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT id FROM refunds WHERE method = $1 AND mode = $2 AND provider_ref = $3 AND id <> $4
      AND (kind = 'gateway' OR payment_id <> $5 OR amount_minor <> $6) LIMIT 1`,
    [method, mode, providerRef, id, paymentId, amountMinor],
  );
  return rows.length > 0;
}
