import type { Mode } from '../../../core/payment.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { inList, matching, newestOf, type RowPosition } from '../../../database/matching.ts';
import { selectForEach } from '../../../database/select-for-each.ts';
import type { WebhookEvent } from '../event.ts';
import {
  DELIVERY_COLUMNS,
  DELIVERY_OF_MODE_COLUMNS,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
  ofMode,
  ofPayment,
  readDelivery,
  readDeliveryOfMode,
} from './delivery-table.ts';

/** A delivery's place in the list. */
export interface DeliveryPlace {
  /** The time by which the list is ordered. */
  readonly atUs: number;
  readonly id: string;
}

/** A filter of deliveries; an undefined field does not filter. */
export interface DeliveriesFilter {
  /** Null: those of all websites. */
  readonly websiteIds: readonly string[] | null;
  readonly status?: DeliveryStatus | undefined;
  readonly event?: WebhookEvent | undefined;
  readonly mode?: Mode | undefined;
  readonly paymentId?: number | undefined;
  /** Events from `fromUs` on, and before `toUs`; microseconds since 1970. */
  readonly fromUs?: number | undefined;
  readonly toUs?: number | undefined;
}

/** The filter of a page of deliveries. */
export interface DeliveryPageFilter extends DeliveriesFilter {
  /**
   * Only deliveries after this position in the order of the list: the last one that the previous page has shown or
   * read.
   */
  readonly before?: DeliveryPlace | undefined;
  /**
   * `created`, by default: when the event was created. `next`: only deliveries that wait for their next attempt, by its time; without
   * `fromUs` and `toUs`, for which this order has no index.
   */
  readonly order?: 'created' | 'next' | undefined;
  /** In ascending order: the oldest deliveries, or the next attempts, first. */
  readonly isOldestFirst?: boolean | undefined;
  readonly limit: number;
}

/** A page of the list. */
export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** The next page starts after this position; undefined on the last page. */
  readonly next: DeliveryPlace | undefined;
  /** Whether there may be fewer deliveries than requested, because reading more would make the user wait. */
  readonly isCutShort: boolean;
}

/** How many rows are read for a filter without an index: about as many as can be read in 60 ms. */
const MAX_ROWS_READ = 1_000;
/** The most positions that are read from all ranges together. */
const MAX_POSITIONS = 20_000;

const COLUMNS = { created: 'created_at_us', next: 'next_attempt_at_us' } as const;

const NOTHING: DeliveryPage = { deliveries: [], next: undefined, isCutShort: false };

/**
 * A page of deliveries, in this order. Each website and status is a range of an index. No index has the kind of an
 * event or the mode of its payment, so a filter by them reads a bounded number of the first rows.
 */
export async function listDeliveryPage(db: Database, filter: DeliveryPageFilter): Promise<DeliveryPage> {
  if (filter.paymentId !== undefined) return pageOfPayment(db, filter, filter.paymentId);
  const { limit, event, mode } = filter;
  const { websites, statuses } = await rangesOf(db, filter);
  const ranges = (websites?.length ?? 1) * statuses.length;
  if (ranges === 0) return NOTHING;
  const bound = Math.max(limit + 1, Math.min(MAX_ROWS_READ, Math.floor(MAX_POSITIONS / ranges)));
  // Most rows match a mode, so only a few are read at first.
  const steps =
    event === undefined && mode === undefined ? [limit + 1] : event === undefined ? [limit + 1, bound] : [bound];
  for (const most of steps) {
    const lists: RowPosition[][] = [];
    for (const status of statuses) lists.push(...(await positionsOf(db, filter, { websites, status }, most)));
    const positions = newestOf(lists, most, filter.isOldestFirst);
    const found = await readMatching(db, positions, filter);
    const deliveries = found.slice(0, limit);
    const [last, end] = [deliveries.at(-1), positions.at(-1)];
    if (found.length > limit && last) return { deliveries, next: placeOf(last, filter), isCutShort: false };
    if (positions.length < most || !end) return { deliveries, next: undefined, isCutShort: false };
    // The limit of read rows is reached, and there are more.
    const next = { atUs: end.created_at_us, id: String(end.id) };
    if (most === steps.at(-1)) return { deliveries, next, isCutShort: true };
  }
  return NOTHING;
}

async function pageOfPayment(db: Database, filter: DeliveryPageFilter, paymentId: number): Promise<DeliveryPage> {
  const params: Value[] = [];
  const rows = await db.query(
    `SELECT ${DELIVERY_OF_MODE_COLUMNS} FROM deliveries WHERE ${ofPayment(params, paymentId)}`,
    params,
  );
  const { websiteIds, status, event, mode, fromUs = 0, toUs = Number.MAX_SAFE_INTEGER, isOldestFirst } = filter;
  const deliveries = rows
    .map(readDeliveryOfMode)
    .filter((each) => websiteIds === null || websiteIds.includes(each.websiteId))
    .filter((each) => status === undefined || each.status === status)
    .filter((each) => event === undefined || each.event === event)
    .filter((each) => mode === undefined || each.mode === mode)
    .filter((each) => each.createdAtUs >= fromUs && each.createdAtUs < toUs)
    .sort((a, b) => (isOldestFirst ? a.createdAtUs - b.createdAtUs : b.createdAtUs - a.createdAtUs));
  return { deliveries, next: undefined, isCutShort: false };
}

/**
 * The ranges to read: each website and status is a range of an index. `websites` is null for a single range of all
 * websites.
 */
async function rangesOf(
  db: Database,
  { websiteIds, status, order }: DeliveryPageFilter,
): Promise<{ websites: readonly string[] | null; statuses: readonly (DeliveryStatus | undefined)[] }> {
  if (websiteIds === null && status === undefined && order !== 'next') return { websites: null, statuses: [undefined] };
  const websites =
    websiteIds ?? (await db.query<Row & { id: string }>('SELECT id FROM websites ORDER BY id')).map(({ id }) => id);
  if (order === 'next') return { websites, statuses: status === undefined || status === 'pending' ? [undefined] : [] };
  return { websites, statuses: status === undefined ? DELIVERY_STATUSES : [status] };
}

/** The positions of each website's first deliveries in a status. */
async function positionsOf(
  db: Database,
  { fromUs = 0, toUs = Number.MAX_SAFE_INTEGER, before, order = 'created', isOldestFirst }: DeliveryPageFilter,
  { websites, status }: { websites: readonly string[] | null; status: DeliveryStatus | undefined },
  limit: number,
): Promise<RowPosition[][]> {
  const column = COLUMNS[order];
  const select = (owner: readonly string[], params: Value[]) => {
    const conditions = [...owner, ...matching(params, { status })];
    if (order === 'next') conditions.push('next_attempt_at_us IS NOT NULL');
    else conditions.push(`created_at_us >= $${params.push(fromUs)}`, `created_at_us < $${params.push(toUs)}`);
    const [side, way] = isOldestFirst ? ['>', 'ASC'] : ['<', 'DESC'];
    if (before) conditions.push(`(${column}, id) ${side} ($${params.push(before.atUs)}, $${params.push(before.id)})`);
    return `SELECT ${column} AS created_at_us, id FROM deliveries WHERE ${conditions.join(' AND ')}
      ORDER BY ${column} ${way}, id ${way} LIMIT $${params.push(limit)}`;
  };
  if (websites) {
    return selectForEach<RowPosition>(db, websites, (website, params) => select([`website_id = ${website}`], params));
  }
  const params: Value[] = [];
  const sql = select([], params);
  return [await db.query<RowPosition>(sql, params)];
}

async function readMatching(
  db: Database,
  positions: readonly RowPosition[],
  { event, mode, order = 'created', isOldestFirst }: DeliveryPageFilter,
): Promise<Delivery[]> {
  // With an empty list the embedded store would read every delivery and find none.
  if (positions.length === 0) return [];
  const params: Value[] = [];
  const conditions = [
    inList(
      params,
      'id',
      positions.map(({ id }) => id),
    ),
    ...matching(params, { event }),
    ...ofMode(params, mode),
  ];
  const way = isOldestFirst ? 'ASC' : 'DESC';
  const rows = await db.query(
    `SELECT ${DELIVERY_COLUMNS} FROM deliveries WHERE ${conditions.join(' AND ')} ORDER BY ${COLUMNS[order]} ${way}, id ${way}`,
    params,
  );
  return rows.map(readDelivery);
}

/** The place of a delivery in the list of a filter; undefined if it has none there. */
export function placeOf(
  { id, createdAtUs, nextAttemptAtUs }: Pick<Delivery, 'id' | 'createdAtUs' | 'nextAttemptAtUs'>,
  { order }: Pick<DeliveryPageFilter, 'order'>,
): DeliveryPlace | undefined {
  const atUs = order === 'next' ? nextAttemptAtUs : createdAtUs;
  return atUs === null ? undefined : { atUs, id };
}
