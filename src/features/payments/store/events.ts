import { leastIdFrom } from '../../../core/ids.ts';
import type { FinalStatus, Payment } from '../../../core/payment.ts';
import type { ShownPayment } from '../../../core/payment-json.ts';
import type { Database, InsertRows, ReadSteps, Row, Transaction, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import type { Entry } from '../../ledger/entry.ts';
import { entryRows } from '../../ledger/store/postings.ts';
import { type EventKind, eventKind } from '../../webhooks/event.ts';
import { readShown, SHOWN_COUNT, shownColumnsOf } from './shown-payment.ts';

/**
 * Claims the next position of a website's feed, and locks the feed until the transaction ends. No later position can be
 * committed before this one: a reader that has seen a position has missed no earlier one.
 */
export async function nextFeedPosition(tx: Transaction, websiteId: string): Promise<number> {
  const [row] = await tx.query<{ last_position: number }>(
    'UPDATE feeds SET last_position = last_position + 1 WHERE website_id = $1 RETURNING last_position',
    [websiteId],
  );
  if (!row) throw new Error(`website ${websiteId} has no feed`);
  return row.last_position;
}

interface StoredEvent {
  readonly paymentId: number;
  readonly websiteId: string;
  readonly kind: EventKind;
  /** Null for live payments: the feed has those of test payments. */
  readonly feedPosition: number | null;
  readonly createdAtUs: number | null;
}

const EVENTS = tableOf<StoredEvent>('events', {
  paymentId: bigint('payment_id'),
  websiteId: text('website_id'),
  kind: text('kind'),
  feedPosition: bigint('feed_position'),
  createdAtUs: bigint('created_at_us'),
});

/** Writes the one event of a payment that has just become final, its entries in the ledger, and further rows about it. */
export async function insertEvent(
  tx: Transaction,
  payment: Payment,
  feedPosition: number | null,
  entries: readonly Entry[] = [],
  also: readonly InsertRows[] = [],
): Promise<void> {
  const { id: paymentId, websiteId, status, finishedAtUs: createdAtUs } = payment;
  const kind = eventKind(status as FinalStatus);
  const event = EVENTS.rowsOf([{ paymentId, websiteId, kind, feedPosition, createdAtUs }]);
  await tx.insertAll([event, entryRows(entries), ...also]);
}

/** A final test payment with its position in the feed. */
export interface FeedItem {
  readonly position: number;
  readonly payment: ShownPayment;
}

/** A part of a website's feed. */
interface FeedPart {
  readonly items: FeedItem[];
  /** Whether events after the requested position may be missing, because retention has deleted them. */
  readonly isBehindDeleted: boolean;
}

/**
 * A website's feed after a position, oldest first, or from its start; undefined when the feed has not reached that
 * position yet.
 */
export function listFeed(
  db: Pick<Database, 'readSteps'>,
  { websiteId, after, limit }: { websiteId: string; after: number; limit: number },
): Promise<FeedPart | undefined> {
  return db.readSteps(function* (): ReadSteps<FeedPart | undefined> {
    const items = yield* feedPayments({ websiteId, after, limit });
    // A reader that starts at the beginning has missed nothing: the feed starts with its first stored event.
    if (after === 0) return { items, isBehindDeleted: false };
    // The feed is read after the events, so that a deletion from before the events were read is noticed.
    const [ends] = yield {
      sql: 'SELECT last_position, forgotten_through FROM feeds WHERE website_id = $1',
      params: [websiteId],
    };
    const [last, deletedThrough] = (ends ?? [0, 0]) as [number, number];
    return after > last ? undefined : { items, isBehindDeleted: after < deletedThrough };
  });
}

/** The finished test payments of a feed after a position, oldest first: a step of a read. */
export function* feedPayments({
  websiteId,
  after,
  limit,
}: {
  websiteId: string;
  after: number;
  limit: number;
}): ReadSteps<FeedItem[]> {
  const rows = yield {
    sql: `SELECT ${shownColumnsOf('p')}, e.feed_position FROM events e JOIN payments p ON p.id = e.payment_id
      WHERE e.website_id = $1 AND e.feed_position > $2 ORDER BY e.feed_position LIMIT $3`,
    params: [websiteId, after, limit],
  };
  return rows.map((row) => ({ position: row[SHOWN_COUNT] as number, payment: readShown(row) }));
}

/** The last position of each of these websites' feeds; a website without a feed has none. */
export async function lastFeedPositions(
  db: Pick<Database, 'query'>,
  websiteIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const params: Value[] = [];
  const rows = await db.query<Row & { website_id: string; last_position: number }>(
    `SELECT website_id, last_position FROM feeds WHERE ${inList(params, 'website_id', websiteIds)}`,
    params,
  );
  return new Map(rows.map((row) => [row.website_id, row.last_position]));
}

/** Deletes the events of payments that are deleted themselves, and of their refunds. */
export async function deleteEventsOf(tx: Transaction, paymentIds: readonly number[]): Promise<void> {
  const params: Value[] = [];
  const these = inList(params, 'payment_id', paymentIds);
  const rows = await tx.query<DeletedEvent>(
    `DELETE FROM events WHERE ${these} RETURNING website_id, feed_position`,
    params,
  );
  const ofRefunds = await tx.query<DeletedEvent>(
    `DELETE FROM refund_events WHERE refund_id IN (SELECT id FROM refunds WHERE ${these}) RETURNING website_id, feed_position`,
    params,
  );
  await recordDeletedEvents(tx, [...rows, ...ofRefunds]);
}

/** Deletes up to `limit` events from before a moment, and as many of refunds, and records that in their feeds. Returns how many. */
export async function deleteOldEvents(tx: Transaction, beforeUs: number, limit: number): Promise<number> {
  const rows = await tx.query<DeletedEvent>(
    `DELETE FROM events WHERE payment_id IN (
       SELECT payment_id FROM events WHERE payment_id < $3 AND created_at_us < $1 ORDER BY payment_id LIMIT $2
     ) RETURNING website_id, feed_position`,
    // No payment is final before it is created: newer ids need not be read.
    [beforeUs, limit, leastIdFrom(beforeUs)],
  );
  const ofRefunds = await tx.query<DeletedEvent>(
    `DELETE FROM refund_events WHERE (refund_id, kind) IN (
       SELECT refund_id, kind FROM refund_events WHERE created_at_us < $1 ORDER BY created_at_us LIMIT $2
     ) RETURNING website_id, feed_position`,
    [beforeUs, limit],
  );
  await recordDeletedEvents(tx, [...rows, ...ofRefunds]);
  return rows.length + ofRefunds.length;
}

interface DeletedEvent extends Row {
  website_id: string;
  feed_position: number | null;
}

async function recordDeletedEvents(tx: Transaction, events: readonly DeletedEvent[]): Promise<void> {
  const furthest = new Map<string, number>();
  for (const { website_id: id, feed_position: position } of events) {
    if (position !== null) furthest.set(id, Math.max(position, furthest.get(id) ?? 0));
  }
  // In a fixed order: two transactions that need the same feeds then never deadlock.
  for (const [id, position] of [...furthest].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await tx.query('UPDATE feeds SET forgotten_through = $2 WHERE website_id = $1 AND forgotten_through < $2', [
      id,
      position,
    ]);
  }
}
