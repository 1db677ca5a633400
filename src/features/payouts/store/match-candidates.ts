import type { Money } from '../../../core/money.ts';
import type { PaymentMethod, PaymentStatus } from '../../../core/payment.ts';
import type { RefundStatus } from '../../../core/refund.ts';
import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { LINE_FEE } from '../payout.ts';

/** A live payment or refund with the provider's number that a line names. */
export interface Candidate extends Money {
  readonly paymentId: number;
  /** Null for a payment. */
  readonly refundId: string | null;
  readonly websiteId: string;
  readonly providerRef: string;
  readonly status: PaymentStatus | RefundStatus;
}

interface CandidateRow extends Row {
  payment_id: number;
  refund_id: string | null;
  website_id: string;
  provider_ref: string;
  status: Candidate['status'];
  amount_minor: number;
  currency: Money['currency'];
}

/** The live payments of a method with these numbers. */
export async function paymentsByRef(
  tx: Pick<Database, 'query'>,
  method: PaymentMethod,
  refs: readonly string[],
): Promise<Candidate[]> {
  const params: Value[] = [method];
  const rows = await tx.query<CandidateRow>(
    `SELECT id AS payment_id, NULL AS refund_id, website_id, provider_ref, status, amount_minor, currency FROM payments
      WHERE method = $1 AND mode = 'live' AND ${inList(params, 'provider_ref', refs)} ORDER BY id`,
    params,
  );
  return rows.map(candidateOf);
}

/** The live refunds of a method with these numbers. */
export async function refundsByRef(
  tx: Pick<Database, 'query'>,
  method: PaymentMethod,
  refs: readonly string[],
): Promise<Candidate[]> {
  const params: Value[] = [method];
  const rows = await tx.query<CandidateRow>(
    `SELECT payment_id, id AS refund_id, website_id, provider_ref, status, -amount_minor AS amount_minor, currency FROM refunds
      WHERE method = $1 AND mode = 'live' AND ${inList(params, 'provider_ref', refs)} ORDER BY id`,
    params,
  );
  return rows.map(candidateOf);
}

/** Locks the money of the payments whose refunds have these numbers: until the transaction ends, no refund of theirs changes its number or is removed. */
export async function holdRefundsByRef(tx: Transaction, method: PaymentMethod, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  const params: Value[] = [method];
  await tx.query(
    `UPDATE refund_money SET currency = currency WHERE payment_id IN (SELECT payment_id FROM refunds
      WHERE method = $1 AND mode = 'live' AND ${inList(params, 'provider_ref', refs)})`,
    params,
  );
}

function candidateOf(row: CandidateRow): Candidate {
  return {
    ...{ paymentId: row.payment_id, refundId: row.refund_id, websiteId: row.website_id, providerRef: row.provider_ref },
    ...{ status: row.status, amountMinor: row.amount_minor, currency: row.currency },
  };
}

/** Which of these payments and refunds another line was matched with: their ids. */
export async function matchedBefore(
  tx: Pick<Database, 'query'>,
  { paymentIds, refundIds }: { paymentIds: readonly number[]; refundIds: readonly string[] },
): Promise<ReadonlySet<number | string>> {
  const params: Value[] = [];
  const rows = await tx.query<Row & { payment_id: number; refund_id: string | null }>(
    `SELECT payment_id, refund_id FROM payout_lines WHERE (state = 'matched' OR state = 'reversing')
        AND kind = 'payment' AND ${inList(params, 'payment_id', paymentIds)}
      UNION ALL
      SELECT payment_id, refund_id FROM payout_lines WHERE (state = 'matched' OR state = 'reversing')
        AND refund_id IS NOT NULL AND ${inList(params, 'refund_id', refundIds)}`,
    params,
  );
  return new Set(rows.map(({ payment_id: paymentId, refund_id: refundId }) => refundId ?? paymentId));
}

/** The fees that the rules have posted for these payments. */
export async function ruleFees(
  tx: Pick<Database, 'query'>,
  method: PaymentMethod,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const params: Value[] = [`fees:${method}`];
  const rows = await tx.query<Row & { about: number; amount_minor: number }>(
    `SELECT about, CAST(SUM(amount_minor) AS BIGINT) AS amount_minor FROM postings
      WHERE ${inList(params, 'about', ids)} AND account = $1 AND entry NOT LIKE '${LINE_FEE}%' GROUP BY about`,
    params,
  );
  return new Map(rows.map(({ about, amount_minor: amountMinor }) => [about, amountMinor]));
}
