import type { Row } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';

/** A website's feed: the expected and the stored positions. */
export interface FeedEnds {
  /** The last assigned position, and the last one whose event may have been deleted. */
  readonly lastPosition: number;
  readonly deletedThrough: number;
  /** The number of events after `deletedThrough`, and the highest position that has an event. */
  readonly events: number;
  readonly highest: number | null;
}

/** The events in a website's feed, those of refunds too; undefined when it has none. */
export async function readFeedEnds(reader: Reader, websiteId: string): Promise<FeedEnds | undefined> {
  const [row] = await reader.query<
    Row & { last_position: number; forgotten_through: number; events: number; highest: number | null }
  >(
    `SELECT f.last_position, f.forgotten_through,
       (SELECT COUNT(*) FROM events e WHERE e.website_id = $1 AND e.feed_position > f.forgotten_through)
         + (SELECT COUNT(*) FROM refund_events e WHERE e.website_id = $1 AND e.feed_position > f.forgotten_through) AS events,
       (SELECT MAX(each_table.at) FROM (
          SELECT MAX(e.feed_position) AS at FROM events e WHERE e.website_id = $1 AND e.feed_position > 0
          UNION ALL SELECT MAX(e.feed_position) FROM refund_events e WHERE e.website_id = $1) AS each_table) AS highest
       FROM feeds f WHERE f.website_id = $1`,
    [websiteId],
  );
  return (
    row && {
      lastPosition: row.last_position,
      deletedThrough: row.forgotten_through,
      events: row.events,
      highest: row.highest,
    }
  );
}

/** The first position after `after` at which a website's feed has no event, if there is a later one. */
export async function findFeedGap(reader: Reader, websiteId: string, after: number): Promise<number | undefined> {
  const [row] = await reader.query<Row & { gap: number | null }>(
    `SELECT MIN(numbered.expected) AS gap FROM (
       SELECT e.feed_position, $2 + ROW_NUMBER() OVER (ORDER BY e.feed_position) AS expected FROM (
          SELECT feed_position FROM events WHERE website_id = $1 AND feed_position > $2
          UNION ALL SELECT feed_position FROM refund_events WHERE website_id = $1 AND feed_position > $2) AS e) AS numbered
      WHERE numbered.feed_position <> numbered.expected`,
    [websiteId, after],
  );
  return row?.gap ?? undefined;
}
