import type { Refund, RefundStatus } from '../../../core/refund.ts';
import type { Database, ReadSteps, Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import { type FeedItem, feedPayments, nextFeedPosition } from '../../payments/store/events.ts';
import type { RefundEventKind } from '../../webhooks/event.ts';
import { insertRefundDelivery } from '../../webhooks/store/new-delivery.ts';
import { merchantRefundJson } from '../refund-json.ts';

/** The events of statuses. A refund reaches each of them at most once. */
const KINDS: Readonly<Partial<Record<RefundStatus, RefundEventKind>>> = {
  succeeded: 'refund.succeeded',
  failed: 'refund.failed',
  reversed: 'refund.reversed',
};

/** An event of a website's feed: of a payment, or of a refund. */
export type WholeFeedItem = FeedItem | { readonly position: number; readonly refundEvent: StoredRefundEvent };

/** The event of a refund that has reached this status; undefined for a status without one. */
export function refundEventOf(status: RefundStatus): RefundEventKind | undefined {
  return KINDS[status];
}

/** An event in the feed of test payments. */
interface StoredRefundEvent {
  readonly refundId: string;
  readonly kind: RefundEventKind;
  readonly websiteId: string;
  readonly feedPosition: number;
  /** The refund as JSON, as it was then. */
  readonly body: string;
  readonly createdAtUs: number;
}

/** The events of test refunds. */
const REFUND_EVENTS = tableOf<StoredRefundEvent>('refund_events', {
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

/**
 * A website's events of test payments after a position, oldest first, or from the start, with those of refunds: see `listFeed`. Undefined when the feed
 * has not reached that position yet. `isBehindDeleted`: whether events after it may be missing, because retention has deleted them.
 */
export function listFeedWithRefunds(
  db: Pick<Database, 'readSteps'>,
  range: { websiteId: string; after: number; limit: number },
): Promise<{ items: WholeFeedItem[]; isBehindDeleted: boolean } | undefined> {
  const { websiteId, after, limit } = range;
  return db.readSteps(function* (): ReadSteps<{ items: WholeFeedItem[]; isBehindDeleted: boolean } | undefined> {
    const [start] = yield { sql: 'SELECT last_position FROM feeds WHERE website_id = $1', params: [websiteId] };
    const last = Number(start?.[0] ?? 0);
    if (after > last) return undefined;
    const payments = yield* feedPayments(range);
    const rows = yield {
      sql: `SELECT ${REFUND_EVENTS.columns} FROM refund_events WHERE website_id = $1 AND feed_position > $2
        ORDER BY feed_position LIMIT $3`,
      params: [websiteId, after, limit],
    };
    const refunds = rows.map(REFUND_EVENTS.readValues).map((event) => ({
      position: event.feedPosition,
      refundEvent: event,
    }));
    // All positions up to `last` were committed before the first read. Of later ones, the two lists may miss different ones.
    const items = [...payments, ...refunds]
      .filter(({ position }) => position <= last)
      .sort((one, other) => one.position - other.position)
      .slice(0, limit);
    if (after === 0) return { items, isBehindDeleted: false };
    const [end] = yield { sql: 'SELECT forgotten_through FROM feeds WHERE website_id = $1', params: [websiteId] };
    return { items, isBehindDeleted: after < Number(end?.[0] ?? 0) };
  });
}
