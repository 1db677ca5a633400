import type { Refund, RefundStatus } from '../../../core/refund.ts';
import type { Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import { nextFeedPosition } from '../../payments/store/events.ts';
import type { RefundEventKind } from '../../webhooks/event.ts';
import { insertRefundDelivery } from '../../webhooks/store/insert-refund-delivery.ts';
import { merchantRefundJson } from '../refund-json.ts';

/** The events of statuses. A refund reaches each of them at most once. */
const KINDS: Readonly<Partial<Record<RefundStatus, RefundEventKind>>> = {
  succeeded: 'refund.succeeded',
  failed: 'refund.failed',
  reversed: 'refund.reversed',
};

/** The event of a refund that has reached this status; undefined for a status without one. */
export function refundEventOf(status: RefundStatus): RefundEventKind | undefined {
  return KINDS[status];
}

/** An event in the feed of test payments. */
export interface StoredRefundEvent {
  readonly refundId: string;
  readonly kind: RefundEventKind;
  readonly websiteId: string;
  readonly feedPosition: number;
  /** The refund as JSON, as it was then. */
  readonly body: string;
  readonly createdAtUs: number;
}

/** The events of test refunds. */
export const REFUND_EVENTS = tableOf<StoredRefundEvent>('refund_events', {
  refundId: text('refund_id'),
  kind: text('kind'),
  websiteId: text('website_id'),
  feedPosition: bigint('feed_position'),
  body: text('body'),
  createdAtUs: bigint('created_at_us'),
});
const INSERT = REFUND_EVENTS.insertion();

/**
 * Stores the event of a refund that has just reached its status, in the same transaction: in the outbox if its website has a refund URL,
 * and in the feed if it is a test refund. Does nothing for a status without an event. Contract: REFUND-10, REFUND-12.
 */
export async function insertRefundEvent(tx: Transaction, refund: Refund): Promise<void> {
  const kind = KINDS[refund.status];
  if (!kind) return;
  const atUs = refund.endedAtUs ?? refund.createdAtUs;
  const body = JSON.stringify(merchantRefundJson(refund));
  await insertRefundDelivery(tx, { refund, kind, atUs, data: body });
  if (refund.mode !== 'test') return;
  const { id: refundId, websiteId } = refund;
  const feedPosition = await nextFeedPosition(tx, websiteId);
  await tx.query(INSERT, REFUND_EVENTS.valuesOf({ refundId, kind, websiteId, feedPosition, body, createdAtUs: atUs }));
}
