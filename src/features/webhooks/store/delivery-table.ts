import type { Mode } from '../../../core/payment.ts';
import type { Row, Value } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import type { EventKind } from '../event.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'refused', 'exhausted'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface Delivery {
  readonly id: string;
  readonly paymentId: number;
  readonly websiteId: string;
  readonly event: EventKind;
  /** The URL of the last attempt; before the first one, the callback URL when the event happened. */
  readonly url: string;
  readonly body: string;
  /** When the payment became final. */
  readonly eventAtUs: number;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Attempts since the schedule was started; a resend restarts it. */
  readonly scheduleStep: number;
  readonly lastError: string | null;
  readonly lastStatusCode: number | null;
  /** When it is attempted next, or the end of the lease of the worker that has it. Null after the last attempt. */
  readonly nextAttemptAtUs: number | null;
  readonly createdAtUs: number;
  readonly deliveredAtUs: number | null;
}

/** The columns of a delivery. */
export const DELIVERIES = tableOf<Delivery>('deliveries', {
  id: text('id'),
  paymentId: bigint('payment_id'),
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

/** A delivery with the mode of its payment. */
export interface DeliveryOfMode extends Delivery {
  readonly mode: Mode;
}

const MODE_OF_PAYMENT = '(SELECT p.mode FROM payments p WHERE p.id = deliveries.payment_id)';

/** Columns of `deliveries` and the mode of the payment, for SELECT and RETURNING: one lookup by key for each row. */
export const DELIVERY_OF_MODE_COLUMNS = `${DELIVERIES.columns},
  ${MODE_OF_PAYMENT} AS mode`;

/** The condition that the payment has this mode; empty without a mode. No index has it: it is checked for each row that is read. */
export function ofMode(params: Value[], mode: Mode | undefined): string[] {
  return mode === undefined ? [] : [`${MODE_OF_PAYMENT} = $${params.push(mode)}`];
}

/** The delivery that a row of these columns holds. */
export function readDeliveryOfMode(row: Row): DeliveryOfMode {
  return { ...DELIVERIES.read(row), mode: row.mode as Mode };
}
