import type { Database, ReadSteps } from '../../../database/database.ts';
import { type FeedItem, feedPayments } from '../../payments/store/events.ts';
import { REFUND_EVENTS, type StoredRefundEvent } from './refund-events.ts';

/** An event of a website's feed: of a payment, or of a refund. */
export type WholeFeedItem = FeedItem | { readonly position: number; readonly refundEvent: StoredRefundEvent };

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
