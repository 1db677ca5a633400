import { transactionIdTimeUs } from '../../../core/ids.ts';
import { MODES, type Mode, type Payment, type PaymentMethod, type PaymentStatus } from '../../../core/payment.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import {
  inList,
  type ListPosition,
  listOrder,
  matching,
  NEWEST_POSITION,
  newestOf,
  newestOfAll,
  OLDEST_POSITION,
  positionCondition,
  type RowPosition,
  whereAll,
} from '../../../database/matching.ts';
import { selectForEach } from '../../../database/select-for-each.ts';
import { matchingIds } from './matching-ids.ts';
import { PAYMENTS } from './payment-table.ts';

/** The websites and keys of the payments. */
export interface OwnerFilter {
  readonly websiteId?: string | undefined;
  /** Only these websites; none when it is empty. */
  readonly websiteIds?: readonly string[] | undefined;
  readonly apiKeyId?: string | undefined;
  readonly mode?: Mode | undefined;
}

/** The filter: owner, time and more. An undefined field does not filter. */
export interface NewestFilter extends OwnerFilter {
  readonly status?: PaymentStatus | undefined;
  readonly method?: PaymentMethod | undefined;
  /** Created at this moment or later. */
  readonly fromUs?: number | undefined;
  /** Created before this moment. */
  readonly toUs?: number | undefined;
  /** The list continues after this payment: with those created before it, or after it if the oldest are first. */
  readonly beforeId?: number | undefined;
  /** The oldest payments first. */
  readonly isOldestFirst?: boolean | undefined;
  readonly limit: number;
}

/**
 * The first payments that match, newest or oldest first, or the first after a given payment: for the operator's list.
 * Merges the lists of the keys, each of which is read from an index.
 */
export async function listNewestPayments(db: Database, filter: NewestFilter): Promise<Payment[]> {
  const { status, method, limit, isOldestFirst } = filter;
  const keys = await keysOf(db, filter);
  const rangeOf = await timeRange(db, filter);
  const lists = await selectForEach<RowPosition>(db, keys, (key, given) => {
    const range = `api_key_id = ${key} AND ${rangeOf(given)}`;
    const atMost = `$${given.push(limit)}`;
    return `${matchingIds(db.engine, { range, atMost, isOldestFirst }, { status, method }, given)} LIMIT ${atMost}`;
  });
  return readPayments(db, newestOf(lists, limit, isOldestFirst), isOldestFirst);
}

/** The ids of the keys that match the filter. */
export async function keysOf(
  db: Pick<Database, 'query'>,
  { websiteId, websiteIds, apiKeyId, mode }: OwnerFilter,
): Promise<string[]> {
  const params: Value[] = [];
  const conditions = matching(params, { id: apiKeyId, website_id: websiteId, mode });
  if (websiteIds) conditions.push(inList(params, 'website_id', websiteIds));
  const rows = await db.query<Row & { id: string }>(
    `SELECT id FROM api_keys ${whereAll(conditions)} ORDER BY id`,
    params,
  );
  return rows.map(({ id }) => id);
}

/**
 * The newest payments with a reference, of all websites or of one. Merges the lists of the websites, test and live, each of which
 * is read from an index.
 */
export async function listByReference(
  db: Database,
  reference: string,
  filter: Omit<NewestFilter, 'status' | 'method' | 'isOldestFirst'>,
): Promise<Payment[]> {
  const { websiteId, mode, limit } = filter;
  const params: Value[] = [];
  const websites = await db.query<Row & { id: string }>(
    `SELECT id FROM websites ${whereAll(matching(params, { id: websiteId }))} ORDER BY id`,
    params,
  );
  const scopes = websites.flatMap(({ id }) => (mode ? [mode] : MODES).map((each) => ({ websiteId: id, mode: each })));
  const rangeOf = await timeRange(db, filter);
  const newestOfScope = (scope: { websiteId: string; mode: Mode }) => {
    const given: Value[] = [scope.websiteId, scope.mode, reference];
    return db.query<RowPosition>(
      `SELECT created_at_us, id FROM payments WHERE website_id = $1 AND mode = $2 AND reference = $3 AND ${rangeOf(given)}
       ORDER BY created_at_us DESC, id DESC LIMIT $${given.push(limit)}`,
      given,
    );
  };
  return readPayments(db, await newestOfAll(scopes, newestOfScope, limit));
}

/**
 * The condition on the position of payments in their lists; each use adds its parameters. It is one range of an index.
 */
export async function timeRange(
  db: Database,
  { fromUs, toUs, beforeId, isOldestFirst }: Pick<NewestFilter, 'fromUs' | 'toUs' | 'beforeId' | 'isOldestFirst'>,
): Promise<(params: Value[]) => string> {
  if (isOldestFirst) {
    const after = beforeId === undefined ? OLDEST_POSITION : await listPositionOf(db, beforeId, -1);
    const { createdAtUs, id } =
      fromUs !== undefined && fromUs > after.createdAtUs ? { createdAtUs: fromUs, id: 0 } : after;
    return (params) => {
      const range = positionCondition('>', `$${params.push(createdAtUs)}`, `$${params.push(id)}`);
      return toUs === undefined ? range : `${range} AND created_at_us < $${params.push(toUs)}`;
    };
  }
  const before = beforeId === undefined ? NEWEST_POSITION : await listPositionOf(db, beforeId);
  // Only one upper bound: if there were two, an engine might start reading at the higher one.
  const { createdAtUs, id } = toUs !== undefined && toUs <= before.createdAtUs ? { createdAtUs: toUs, id: 0 } : before;
  return (params) => {
    const range = positionCondition('<', `$${params.push(createdAtUs)}`, `$${params.push(id)}`);
    return fromUs === undefined ? range : `${range} AND created_at_us >= $${params.push(fromUs)}`;
  };
}

/** The payments at these positions, in the order of the list. */
export async function readPayments(
  db: Database,
  positions: readonly RowPosition[],
  isOldestFirst = false,
): Promise<Payment[]> {
  if (positions.length === 0) return [];
  const params: Value[] = [];
  const rows = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE ${inList(
      params,
      'id',
      positions.map((place) => place.id),
    )} ${listOrder(isOldestFirst)}`,
    params,
  );
  return rows.map(PAYMENTS.read);
}

/**
 * The position of a payment in the lists. For a deleted payment, it is the end of the millisecond in its id, or its
 * start if `lostUs` is -1. The next page may then repeat a payment, but misses none.
 */
async function listPositionOf(db: Database, id: number, lostUs = 999): Promise<ListPosition> {
  const [row] = await db.query<Row & { created_at_us: number }>('SELECT created_at_us FROM payments WHERE id = $1', [
    id,
  ]);
  return { createdAtUs: row?.created_at_us ?? transactionIdTimeUs(id) + lostUs, id };
}
