import type { Mode } from '../../../core/payment.ts';
import type { Row, Value } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import { REFUND_EVENT_KINDS, type RefundEventKind, type WebhookEvent } from '../event.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'refused', 'exhausted'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface Delivery {
  readonly id: string;
  /** The payment whose event it is; for an event of a refund, the payment that is refunded. */
  readonly paymentId: number;
  /** The refund whose event it is; null for an event of a payment. */
  readonly refundId: string | null;
  readonly websiteId: string;
  readonly event: WebhookEvent;
  /** The URL of the last attempt; before the first one, the callback URL when the event happened. */
  readonly url: string;
  readonly body: string;
  /** When the payment became final, or the refund succeeded, failed or was reversed. */
  readonly eventAtUs: number;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Attempts since the schedule was started; a resend restarts it. */
  readonly scheduleStep: number;
  readonly lastError: string | null;
  readonly lastStatusCode: number | null;
  /**
   * When the next attempt is due or, while a worker sends the delivery, the end of its lease. Null after the last
   * attempt.
   */
  readonly nextAttemptAtUs: number | null;
  readonly createdAtUs: number;
  readonly deliveredAtUs: number | null;
}

/** A row of the table. Its payment is null for an event of a refund, so that each payment has at most one row. */
type StoredDelivery = Omit<Delivery, 'paymentId'> & { readonly paymentId: number | null };

export const DELIVERIES = tableOf<StoredDelivery>('deliveries', {
  id: text('id'),
  paymentId: bigint('payment_id'),
  refundId: text('refund_id'),
  websiteId: text('website_id'),
  event: text('event'),
  url: text('url'),
  body: text('body'),
  eventAtUs: bigint('event_at_us'),
  status: text('status'),
  attempts: bigint('attempts'),
  scheduleStep: bigint('schedule_step'),
  lastError: text('last_error'),
  lastStatusCode: bigint('last_status_code'),
  nextAttemptAtUs: bigint('next_attempt_at_us'),
  createdAtUs: bigint('created_at_us'),
  deliveredAtUs: bigint('delivered_at_us'),
});

/** A column of the row's refund; null, without a lookup, for an event of a payment. */
const ofRefund = (column: string) =>
  `CASE WHEN refund_id IS NOT NULL THEN (SELECT r.${column} FROM refunds r WHERE r.id = deliveries.refund_id) END`;

/** The columns of a delivery, for SELECT and RETURNING. */
export const DELIVERY_COLUMNS = `${DELIVERIES.columns}, ${ofRefund('payment_id')} AS refunded_payment_id`;

/** The delivery that a row of these columns holds. */
export function readDelivery(row: Row): Delivery {
  const stored = DELIVERIES.read(row);
  return { ...stored, paymentId: stored.paymentId ?? Number(row.refunded_payment_id) };
}

/** A delivery with the mode of its payment. */
export interface DeliveryOfMode extends Delivery {
  readonly mode: Mode;
}

const MODE = `COALESCE((SELECT p.mode FROM payments p WHERE p.id = deliveries.payment_id), ${ofRefund('mode')})`;

/** Columns of `deliveries` and the mode of the payment, for SELECT and RETURNING: one lookup by key for each row. */
export const DELIVERY_OF_MODE_COLUMNS = `${DELIVERY_COLUMNS},
  ${MODE} AS mode`;

/** The condition that the payment has this mode; empty without a mode. No index has it: it is checked for each row that is read. */
export function ofMode(params: Value[], mode: Mode | undefined): string[] {
  return mode === undefined ? [] : [`${MODE} = $${params.push(mode)}`];
}

/** The condition that a delivery is for a payment, or for one of its refunds. */
export function ofPayment(params: Value[], paymentId: number): string {
  const id = `$${params.push(paymentId)}`;
  return `id IN (SELECT d.id FROM deliveries d WHERE d.payment_id = ${id} UNION ALL ${refundDeliveryIds(`r.payment_id = ${id}`)})`;
}

/** The ids that the deliveries of refunds `r` have, if they exist: a SELECT. */
export function refundDeliveryIds(condition: string): string {
  const kinds = REFUND_EVENT_KINDS.map((kind) => `SELECT '${kind}' AS kind`).join(' UNION ALL ');
  return `SELECT 'dlv_' || r.id || '_' || SUBSTR(kinds.kind, 8) FROM refunds r CROSS JOIN (${kinds}) AS kinds WHERE ${condition}`;
}

/** The delivery id of a refund's event: each event has at most one delivery. */
export function refundDeliveryId(refundId: string, event: RefundEventKind): string {
  return `dlv_${refundId}_${event.slice('refund.'.length)}`;
}

/** The delivery that a row of these columns holds. */
export function readDeliveryOfMode(row: Row): DeliveryOfMode {
  return { ...readDelivery(row), mode: row.mode as Mode };
}
