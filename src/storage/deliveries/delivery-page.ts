import type { EventKind } from '../../domain/event.ts';
import type { Database, Row, Value } from '../database.ts';
import { amongst, matching } from '../matching.ts';
import { newestOfAll, type Place } from '../newest-of-all.ts';
import { besidePlace } from '../payments/list-place.ts';
import { DELIVERIES, DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from './delivery-table.ts';

/** Which deliveries a page of the list shows; what is left out is not asked for. */
export interface DeliveryPageFilter {
  /** Null: those of all websites. */
  readonly websiteIds: readonly string[] | null;
  readonly status?: DeliveryStatus | undefined;
  readonly event?: EventKind | undefined;
  readonly paymentId?: number | undefined;
  /** Events from here on, and before that; microseconds since 1970. */
  readonly fromUs?: number | undefined;
  readonly toUs?: number | undefined;
  /** Behind this one, which the page before has shown or looked at last. */
  readonly before?: { readonly createdAtUs: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** A page of the list. */
export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** Behind which the next page begins; undefined on the last. */
  readonly next: { readonly createdAtUs: number; readonly id: string } | undefined;
  /** There may be fewer than asked for because so many were looked at that somebody would have to wait for more. */
  readonly isCutShort: boolean;
}

/** How many are looked at for what no index finds: about as many as are read in 60 ms. */
const LOOKED_AT = 1_000;
/** Of all ranges together. */
const MOST_PLACES = 20_000;

/**
 * A page of deliveries, newest first. Each website and status is a range of an index; only the kind of an event is in none, and is
 * looked for among a bounded number of the newest of the rest.
 */
export async function listDeliveryPage(db: Database, filter: DeliveryPageFilter): Promise<DeliveryPage> {
  if (filter.paymentId !== undefined) return ofPayment(db, filter, filter.paymentId);
  const { limit, event } = filter;
  const sources = await sourcesOf(db, filter);
  if (sources.length === 0) return { deliveries: [], next: undefined, isCutShort: false };
  const most =
    event === undefined
      ? limit + 1
      : Math.max(limit + 1, Math.min(LOOKED_AT, Math.floor(MOST_PLACES / sources.length)));
  const places = await newestOfAll(sources, (source) => placesOf(db, filter, source, most), most);
  const found = await readMatching(db, places, event);
  const deliveries = found.slice(0, limit);
  const last = deliveries.at(-1);
  if (found.length > limit && last) return { deliveries, next: last, isCutShort: false };
  const end = places.at(-1);
  if (places.length < most || !end) return { deliveries, next: undefined, isCutShort: false };
  // Everything was looked at that may be, and there is more.
  return { deliveries, next: { createdAtUs: end.created_at_us, id: String(end.id) }, isCutShort: true };
}

async function ofPayment(db: Database, filter: DeliveryPageFilter, paymentId: number): Promise<DeliveryPage> {
  const rows = await db.query(`SELECT ${DELIVERIES.columns} FROM deliveries WHERE payment_id = $1 ORDER BY created_at_us DESC, id DESC`, [
    paymentId,
  ]);
  const { websiteIds, status, event, fromUs = 0, toUs = Number.MAX_SAFE_INTEGER } = filter;
  const deliveries = rows
    .map(DELIVERIES.read)
    .filter((each) => websiteIds === null || websiteIds.includes(each.websiteId))
    .filter((each) => status === undefined || each.status === status)
    .filter((each) => event === undefined || each.event === event)
    .filter((each) => each.createdAtUs >= fromUs && each.createdAtUs < toUs);
  return { deliveries, next: undefined, isCutShort: false };
}

/** A website's deliveries in a status, or all. */
type Source = { readonly websiteId: string; readonly status: DeliveryStatus } | 'all';

async function sourcesOf(db: Database, { websiteIds, status }: DeliveryPageFilter): Promise<Source[]> {
  if (websiteIds === null && status === undefined) return ['all'];
  const websites =
    websiteIds ?? (await db.query<Row & { id: string }>('SELECT id FROM websites ORDER BY id')).map(({ id }) => id);
  const statuses = status === undefined ? DELIVERY_STATUSES : [status];
  return websites.flatMap((websiteId) => statuses.map((each) => ({ websiteId, status: each })));
}

function placesOf(db: Database, filter: DeliveryPageFilter, source: Source, limit: number): Promise<Place[]> {
  const { fromUs = 0, toUs = Number.MAX_SAFE_INTEGER, before } = filter;
  const params: Value[] = [];
  const conditions = source === 'all' ? [] : matching(params, { website_id: source.websiteId, status: source.status });
  conditions.push(`created_at_us >= $${params.push(fromUs)}`, `created_at_us < $${params.push(toUs)}`);
  if (before) {
    conditions.push(besidePlace('<', `$${params.push(before.createdAtUs)}`, `$${params.push(before.id)}`));
  }
  return db.query<Place>(
    `SELECT created_at_us, id FROM deliveries WHERE ${conditions.join(' AND ')}
      ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(limit)}`,
    params,
  );
}

async function readMatching(db: Database, places: readonly Place[], event: EventKind | undefined): Promise<Delivery[]> {
  const params: Value[] = [];
  const conditions = [
    amongst(
      params,
      'id',
      places.map(({ id }) => id),
    ),
    ...matching(params, { event }),
  ];
  const rows = await db.query(
    `SELECT ${DELIVERIES.columns} FROM deliveries WHERE ${conditions.join(' AND ')} ORDER BY created_at_us DESC, id DESC`,
    params,
  );
  return rows.map(DELIVERIES.read);
}
