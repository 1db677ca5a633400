import type { DisputeState } from '../../../../core/dispute.ts';
import type { Currency, Money } from '../../../../core/money.ts';
import type { Mode, PaymentMethod, PaymentStatus } from '../../../../core/payment.ts';
import type { RefundKind } from '../../../../core/refund.ts';
import type { Database, Row } from '../../../../database/database.ts';
import { type DiscrepancyKind, UNDONE_WORDS } from '../discrepancy.ts';

/**
 * Whether a dispute has been lost since. The loss is a separate case with the same number, and its money must not count
 * twice.
 */
export const IS_LOST = `CASE WHEN d.kind = 'disputed' AND EXISTS (SELECT 1 FROM discrepancies l WHERE l.payment_id = d.payment_id
    AND l.method = d.method AND l.provider_ref = d.provider_ref AND l.kind = 'returned_after_completion') THEN 1 ELSE 0 END`;

/** The state of the dispute that a case is about; null if none is stored. */
export const DISPUTE_STATE = `(SELECT x.state FROM disputes x WHERE x.payment_id = d.payment_id AND x.method = d.method
    AND x.provider_ref = d.provider_ref AND d.kind IN ('disputed', 'returned_after_completion'))`;

const NOT_BACK = ['refund_pending', ...UNDONE_WORDS].map((word) => `'${word}'`).join(', ');
/** Whether a return has returned its money, and no dispute that was won has brought it back. */
export const IS_BACK = `d.kind = 'returned_after_completion' AND COALESCE(d.reported_word, '') NOT IN (${NOT_BACK})
    AND ${DISPUTE_STATE} IS DISTINCT FROM 'won'`;

/**
 * The condition for the refund that the money of a case is. A refund of this gateway is known by its number alone; two cases can have the number of
 * an external one, if the provider adds up several.
 */
export function isRefundOf(refund: string, found: string): string {
  return `${refund}.payment_id = ${found}.payment_id AND ${refund}.provider_ref = ${found}.provider_ref
    AND (${refund}.kind = 'gateway' OR (${refund}.amount_minor = ${found}.reported_minor AND ${refund}.currency = ${found}.reported_currency))`;
}

/** A discrepancy of a stored payment, with the data that determines its ledger entries. */
export interface LedgerCase {
  readonly id: string;
  readonly kind: DiscrepancyKind;
  readonly word: string | null;
  readonly method: PaymentMethod;
  readonly reported: Money | null;
  readonly settledAtUs: number | null;
  readonly note: string | null;
  readonly firstSeenAtUs: number;
  /** Whether it is a dispute that was lost: the loss is a separate case. */
  readonly isLost: boolean;
  /** Whether it is about a stored dispute, which has its own entries. */
  readonly isOfDispute: boolean;
  /** The refund that its money is: one of this gateway, whose number was not known when the case was reported, or an external one. */
  readonly refundKind: RefundKind | null;
  readonly payment: Money & {
    readonly id: number;
    readonly websiteId: string;
    readonly mode: Mode;
    readonly status: PaymentStatus;
  };
}

interface CaseRow extends Row {
  id: string;
  kind: DiscrepancyKind;
  reported_word: string | null;
  method: PaymentMethod;
  reported_minor: number | null;
  reported_currency: Currency | null;
  settled_at_us: number | null;
  note: string | null;
  first_seen_at_us: number;
  is_lost: number;
  dispute_state: DisputeState | null;
  refund_kind: RefundKind | null;
  payment_id: number;
  website_id: string;
  mode: Mode;
  status: PaymentStatus;
  amount_minor: number;
  currency: Currency;
}

/** The discrepancies of the payments of a range of ids: after `after`, up to and including `through`. */
export async function listLedgerCases(
  db: Pick<Database, 'query'>,
  { after, through }: { after: number; through: number },
): Promise<LedgerCase[]> {
  const rows = await db.query<CaseRow>(
    `SELECT d.id, d.kind, d.reported_word, d.method, d.reported_minor, d.reported_currency, d.settled_at_us, d.note, d.first_seen_at_us, ${IS_LOST} AS is_lost, ${DISPUTE_STATE} AS dispute_state,
       (SELECT MAX(r.kind) FROM refunds r WHERE ${isRefundOf('r', 'd')} AND (r.kind = 'external' OR r.status IN ('succeeded', 'reversed'))) AS refund_kind,
       d.payment_id, p.website_id, p.mode, p.status, p.amount_minor, p.currency
      FROM discrepancies d JOIN payments p ON p.id = d.payment_id
      WHERE d.payment_id > $1 AND d.payment_id <= $2 ORDER BY d.payment_id, d.first_seen_at_us, d.id`,
    [after, through],
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    word: row.reported_word,
    method: row.method,
    reported:
      row.reported_minor === null || row.reported_currency === null
        ? null
        : { amountMinor: row.reported_minor, currency: row.reported_currency },
    settledAtUs: row.settled_at_us,
    note: row.note,
    firstSeenAtUs: row.first_seen_at_us,
    isLost: row.is_lost === 1,
    isOfDispute: row.dispute_state !== null,
    refundKind: row.refund_kind,
    payment: {
      id: row.payment_id,
      websiteId: row.website_id,
      mode: row.mode,
      status: row.status,
      amountMinor: row.amount_minor,
      currency: row.currency,
    },
  }));
}

/** The payments of a range of ids that have discrepancies. */
export async function listPaymentsWithCases(
  db: Pick<Database, 'query'>,
  { after, through }: { after: number; through: number },
): Promise<number[]> {
  const rows = await db.query<Row & { payment_id: number }>(
    'SELECT DISTINCT payment_id FROM discrepancies WHERE payment_id > $1 AND payment_id <= $2 ORDER BY payment_id',
    [after, through],
  );
  return rows.map((row) => row.payment_id);
}
