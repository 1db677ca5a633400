import type { DisputeState } from '../../../../core/dispute.ts';
import type { Currency } from '../../../../core/money.ts';
import type { Mode } from '../../../../core/payment.ts';
import type { RefundKind, RefundStatus } from '../../../../core/refund.ts';
import type { Row, Value } from '../../../../database/database.ts';
import { inList } from '../../../../database/matching.ts';
import type { Reader } from '../../../../database/read-only-store.ts';
import { isRefundOf } from '../../../payments/discrepancies/store/ledger-cases.ts';
import { refundEventOf } from '../../../refunds/store/refund-events.ts';
import { refundDeliveryId } from '../../../webhooks/store/delivery-table.ts';

/** A payment with refunds: the stored sums of their money, and the actual sums. Minor units. */
export interface RefundSums extends Row {
  payment_id: number;
  currency: Currency;
  paid_minor: number;
  reserved_minor: number;
  refunded_minor: number;
  /** The sums that the refunds hold by their statuses. */
  open_minor: number;
  done_minor: number;
  /** The payment's amount; null when the payment is not stored. */
  amount_minor: number | null;
  payment_currency: Currency | null;
}

/** A dispute, and the fields of its payment that it repeats; those are null when the payment is not stored. */
export interface DisputeOfPayment extends Row {
  id: string;
  state: DisputeState;
  website_id: string;
  mode: string;
  method: string;
  payment_status: string | null;
  payment_website: string | null;
  payment_mode: string | null;
  payment_method: string | null;
  /** How many discrepancies say what its state says. */
  cases: number;
  /** How many of its discrepancies are open. */
  open_cases: number;
}

const CASES = `SELECT COUNT(*) FROM discrepancies d WHERE d.payment_id = x.payment_id AND d.method = x.method AND d.provider_ref = x.provider_ref`;

/** The next payments with refunds, by their ids. */
export function listRefundSums(reader: Reader, after: number, limit: number): Promise<RefundSums[]> {
  const sumOf = (statuses: string) =>
    `CAST(COALESCE((SELECT SUM(r.amount_minor) FROM refunds r WHERE r.payment_id = m.payment_id AND r.status ${statuses}), 0) AS BIGINT)`;
  return reader.query<RefundSums>(
    `SELECT m.payment_id, m.currency, m.paid_minor, m.reserved_minor, m.refunded_minor,
       ${sumOf("NOT IN ('succeeded', 'failed', 'reversed')")} AS open_minor, ${sumOf("= 'succeeded'")} AS done_minor,
       p.amount_minor, p.currency AS payment_currency
      FROM refund_money m LEFT JOIN payments p ON p.id = m.payment_id
      WHERE m.payment_id > $1 ORDER BY m.payment_id LIMIT $2`,
    [after, limit],
  );
}

/** A refund, and the fields of its payment that it repeats; those are null when the payment is not stored. */
export interface RefundOfPayment extends Row {
  id: string;
  kind: RefundKind;
  status: RefundStatus;
  mode: Mode;
  failure_reason: string | null;
  provider_ref: string | null;
  attempts: number;
  asked_at_us: number | null;
  next_step_at_us: number | null;
  created_at_us: number;
  ended_at_us: number | null;
  website_id: string;
  method: string;
  currency: Currency;
  payment_id: number;
  payment_status: string | null;
  payment_website: string | null;
  payment_mode: string | null;
  payment_method: string | null;
  payment_currency: Currency | null;
  has_money: number;
  /** Whether the provider has reported its money as returned: an external refund with this number and amount. */
  is_reported: number;
  /** How the provider reported it; null when it is not reported. */
  reported_word: string | null;
  /** Whether a refund of this gateway has its number too. */
  is_own: number;
  /** Of a refund of this gateway that succeeded: the external refund of another payment with the same number. */
  external_of_another: string | null;
}

/** The next refunds, by their ids. */
export function listRefundsOfPayments(reader: Reader, after: string, limit: number): Promise<RefundOfPayment[]> {
  return reader.query<RefundOfPayment>(
    `SELECT r.id, r.kind, r.status, r.mode, r.failure_reason, r.provider_ref, r.attempts, r.asked_at_us, r.next_step_at_us,
       r.created_at_us, r.ended_at_us, r.website_id, r.method, r.currency, r.payment_id, p.status AS payment_status,
       p.website_id AS payment_website, p.mode AS payment_mode, p.method AS payment_method, p.currency AS payment_currency,
       CASE WHEN EXISTS (SELECT 1 FROM refund_money m WHERE m.payment_id = r.payment_id) THEN 1 ELSE 0 END AS has_money,
       CASE WHEN EXISTS (SELECT 1 FROM discrepancies d WHERE d.kind = 'returned_after_completion' AND d.method = r.method
         AND ${isRefundOf('r', 'd')}) THEN 1 ELSE 0 END AS is_reported,
       (SELECT MAX(d.reported_word) FROM discrepancies d WHERE d.kind = 'returned_after_completion' AND d.method = r.method
         AND ${isRefundOf('r', 'd')}) AS reported_word,
       CASE WHEN EXISTS (SELECT 1 FROM refunds o WHERE o.payment_id = r.payment_id AND o.provider_ref = r.provider_ref AND o.kind = 'gateway')
         THEN 1 ELSE 0 END AS is_own,
       (SELECT MIN(o.id) FROM refunds o WHERE r.kind = 'gateway' AND r.status = 'succeeded' AND o.method = r.method AND o.mode = r.mode
         AND o.provider_ref = r.provider_ref AND o.kind = 'external' AND o.payment_id <> r.payment_id) AS external_of_another
      FROM refunds r LEFT JOIN payments p ON p.id = r.payment_id
      WHERE r.id > $1 ORDER BY r.id LIMIT $2`,
    [after, limit],
  );
}

/** A refund whose last change lacks its delivery, or its event in the feed of test payments. */
export interface SilentRefund {
  readonly id: string;
  readonly mode: Mode;
  readonly websiteId: string;
  readonly endedAtUs: number;
  readonly lacks: 'webhook' | 'event in the feed';
}

/** Of these refunds, those that have ended without a delivery, and those of test payments without an event in the feed. */
export async function listRefundsWithoutEvents(
  reader: Reader,
  refunds: readonly RefundOfPayment[],
): Promise<SilentRefund[]> {
  const ended = refunds.flatMap(({ id, kind: made, status, mode, website_id: websiteId, ended_at_us: endedAtUs }) => {
    // What was refunded in the portal has no event.
    const kind = made === 'external' ? undefined : refundEventOf(status);
    return kind === undefined || endedAtUs === null ? [] : [{ id, kind, mode, websiteId, endedAtUs }];
  });
  if (ended.length === 0) return [];
  const [deliveries, events]: [Value[], Value[]] = [[], []];
  const ids = inList(
    deliveries,
    'id',
    ended.map(({ id, kind }) => refundDeliveryId(id, kind)),
  );
  const ofRefunds = inList(
    events,
    'refund_id',
    ended.map(({ id }) => id),
  );
  const sent = await reader.query<Row & { id: string }>(`SELECT id FROM deliveries WHERE ${ids}`, deliveries);
  const listed = await reader.query<Row & { id: string }>(
    `SELECT refund_id || ' ' || kind AS id FROM refund_events WHERE ${ofRefunds}`,
    events,
  );
  const known = new Set([...sent, ...listed].map(({ id }) => id));
  return ended.flatMap(({ kind, ...refund }): SilentRefund[] => [
    ...(known.has(refundDeliveryId(refund.id, kind)) ? [] : [{ ...refund, lacks: 'webhook' } as const]),
    ...(refund.mode === 'live' || known.has(`${refund.id} ${kind}`)
      ? []
      : [{ ...refund, lacks: 'event in the feed' } as const]),
  ]);
}

/** The status of a refund; null when the refund is not stored, undefined when its payment is not stored either. */
export async function readRefundNow(
  reader: Reader,
  id: string,
  paymentId: number,
): Promise<RefundStatus | null | undefined> {
  const [row] = await reader.query<Row & { status: RefundStatus | null }>(
    'SELECT r.status FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id AND r.id = $1 WHERE p.id = $2',
    [id, paymentId],
  );
  return row?.status;
}

/** The next disputes, by their ids. */
export function listDisputesOfPayments(reader: Reader, after: string, limit: number): Promise<DisputeOfPayment[]> {
  return reader.query<DisputeOfPayment>(
    `SELECT x.id, x.state, x.website_id, x.mode, x.method, p.status AS payment_status, p.website_id AS payment_website,
       p.mode AS payment_mode, p.method AS payment_method,
       (${CASES} AND d.kind = CASE x.state WHEN 'opened' THEN 'disputed' ELSE 'returned_after_completion' END) AS cases,
       (${CASES} AND d.kind IN ('disputed', 'returned_after_completion') AND d.settled_at_us IS NULL) AS open_cases
      FROM disputes x LEFT JOIN payments p ON p.id = x.payment_id
      WHERE x.id > $1 ORDER BY x.id LIMIT $2`,
    [after, limit],
  );
}
