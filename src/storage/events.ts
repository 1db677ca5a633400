import { eventKind } from '../domain/event.ts';
import type { FinalStatus, Payment } from '../domain/payment.ts';
import type { Database, Row, Transaction } from './database.ts';
import { PAYMENTS } from './payments/payment-table.ts';

/**
 * Takes the next position of a website's feed, and holds the feed until the transaction ends: no later position can be
 * committed before this one, so a reader who has seen it has missed none.
 */
export async function nextFeedPosition(tx: Transaction, websiteId: string): Promise<number> {
  const [row] = await tx.query<{ last_position: number }>(
    'UPDATE feeds SET last_position = last_position + 1 WHERE website_id = $1 RETURNING last_position',
    [websiteId],
  );
  if (!row) throw new Error(`website ${websiteId} has no feed`);
  return row.last_position;
}

/** Writes the one event of a payment that has just become final. */
export async function insertEvent(tx: Transaction, payment: Payment, feedPosition: number | null): Promise<void> {
  await tx.query(
    'INSERT INTO events (payment_id, website_id, kind, feed_position, created_at_us) VALUES ($1, $2, $3, $4, $5)',
    [payment.id, payment.websiteId, eventKind(payment.status as FinalStatus), feedPosition, payment.finishedAtUs],
  );
}

/** A finished test payment at its place in the feed. */
export interface FeedItem {
  readonly position: number;
  readonly payment: Payment;
}

/** A website's feed after a position, oldest first. */
export async function listFeed(
  db: Database,
  { websiteId, after, limit }: { websiteId: string; after: number; limit: number },
): Promise<FeedItem[]> {
  const rows = await db.query<Row & { feed_position: number }>(
    `SELECT ${PAYMENTS.columnsOf('p')}, e.feed_position FROM events e JOIN payments p ON p.id = e.payment_id
      WHERE e.website_id = $1 AND e.feed_position > $2 ORDER BY e.feed_position LIMIT $3`,
    [websiteId, after, limit],
  );
  return rows.map((row) => ({ position: row.feed_position, payment: PAYMENTS.read(row) }));
}

/** The last position of a website's feed; 0 while it is empty. */
export async function lastFeedPosition(db: Database, websiteId: string): Promise<number> {
  const [row] = await db.query<{ last_position: number }>('SELECT last_position FROM feeds WHERE website_id = $1', [
    websiteId,
  ]);
  return row?.last_position ?? 0;
}
