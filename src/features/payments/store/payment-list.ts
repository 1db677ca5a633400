import type { Mode } from '../../../core/payment.ts';
import type { ShownPayment } from '../../../core/payment-json.ts';
import { startOfDayUs } from '../../../core/timestamps.ts';
import type { Database, ReadSteps, Value } from '../../../database/database.ts';
import { type ListPosition, matching, NEWEST_POSITION, positionCondition } from '../../../database/matching.ts';
import { matchingIds } from './matching-ids.ts';
import { type PaymentFilter, readCountedPayments, readTotal, totalSql } from './payment-counts.ts';
import { readShown, SHOWN_COLUMNS, SHOWN_COUNT } from './shown-payment.ts';

/**
 * A key's payments with exactly this reference. `websiteId` and `mode` are the key's: an index lists references by
 * website and mode.
 */
interface OfReference {
  readonly websiteId: string;
  readonly mode: Mode;
  readonly reference: string;
}

export interface PaymentListFilter extends PaymentFilter {
  readonly ofReference?: OfReference | undefined;
}

export interface PaymentPage {
  readonly payments: ShownPayment[];
  /** How many match the filter, on all pages. */
  readonly total: number;
}

type ListStore = Pick<Database, 'engine' | 'readSteps'>;

/**
 * A page of a key's payments, newest first. The counts show which days contain the page. So no payments before the page
 * are read, neither for the total nor for a page far down.
 *
 * @param page from 1; past the last one it is empty
 */
export function listPayments(
  db: ListStore,
  filter: PaymentListFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<PaymentPage> {
  const { ofReference } = filter;
  if (ofReference) {
    const part = { before: NEWEST_POSITION, skip: (page - 1) * perPage, limit: perPage };
    return db.readSteps(() => readOfReference(filter, ofReference, part));
  }
  return db.readSteps(() =>
    page === 1
      ? readBefore(db, filter, { before: NEWEST_POSITION, limit: perPage })
      : readPage(db, filter, { page, perPage }),
  );
}

function* readPage(
  { engine }: ListStore,
  filter: PaymentFilter,
  { page, perPage }: { page: number; perPage: number },
): ReadSteps<PaymentPage> {
  const { total, locate } = yield* readCountedPayments(filter);
  const skipped = (page - 1) * perPage;
  if (skipped >= total) return { payments: [], total };

  const newest = yield* locate(skipped);
  const oldest = yield* locate(Math.min(skipped + perPage, total) - 1);
  if (!newest || !oldest) return { payments: [], total };
  // Payments created in the meantime move the page towards newer payments, but never out of these days: no payment is
  // missed.
  const params: Value[] = [filter.apiKeyId, startOfDayUs(oldest.day), startOfDayUs(newest.day + 1)];
  const limit = `$${params.push(perPage)}`;
  const offset = `$${params.push(newest.offset)}`;
  // The two numbers are added in the statement. A separate parameter would be unused where the filter has one range,
  // and PostgreSQL refuses an unused parameter.
  const atMost = `CAST(${limit} AS BIGINT) + CAST(${offset} AS BIGINT)`;
  const range = 'api_key_id = $1 AND created_at_us >= $2 AND created_at_us < $3';
  const ids = matchingIds(engine, { range, atMost }, filter, params);
  // The page's ids are read first, from indexes alone: rows that are skipped are never read.
  const rows = yield {
    sql: `SELECT ${SHOWN_COLUMNS} FROM payments WHERE id IN (SELECT id FROM (
       ${ids} LIMIT ${limit} OFFSET ${offset}
     ) AS page) ORDER BY created_at_us DESC, id DESC`,
    params,
  };
  return { payments: rows.map(readShown), total };
}

export interface PaymentsBefore extends PaymentPage {
  /** Whether more match after these. */
  readonly hasMore: boolean;
}

/**
 * The newest of a key's payments that are older than `before`, or the newest of all. A reader that continues after the
 * last payment sees each payment exactly once, if it existed at the start and matches throughout. This holds whatever
 * is written in the meantime. Reads one range of an index, however far down the list.
 */
export async function listPaymentsBefore(
  db: ListStore,
  filter: PaymentListFilter,
  { before = NEWEST_POSITION, limit }: { before?: ListPosition | undefined; limit: number },
): Promise<PaymentsBefore> {
  const { ofReference } = filter;
  const part = { before, skip: 0, limit: limit + 1 };
  const { payments, total } = await db.readSteps(() =>
    ofReference ? readOfReference(filter, ofReference, part) : readBefore(db, filter, part),
  );
  return { payments: payments.slice(0, limit), total, hasMore: payments.length > limit };
}

/**
 * The newest matching payments before a position, and the total of all that match. Both are read by one statement,
 * unless it finds no payment.
 */
function* readBefore(
  { engine }: ListStore,
  filter: PaymentFilter,
  { before, limit }: { before: ListPosition; limit: number },
): ReadSteps<PaymentPage> {
  const bound =
    filter.toDay === undefined ? NEWEST_POSITION : { createdAtUs: countable(startOfDayUs(filter.toDay + 1)), id: 0 };
  // Only one upper bound: if there were two, an engine might start reading at the higher one.
  const { createdAtUs, id } = before.createdAtUs < bound.createdAtUs ? before : bound;
  const params: Value[] = [filter.apiKeyId, createdAtUs, id];
  const from =
    filter.fromDay === undefined ? '' : `AND created_at_us >= $${params.push(countable(startOfDayUs(filter.fromDay)))}`;
  const range = `api_key_id = $1 AND ${positionCondition('<', '$2', '$3')} ${from}`;
  const atMost = `$${params.push(limit)}`;
  // A status or method filter matches several ranges of indexes: the ids are read first. Otherwise one range has all rows in order.
  const these =
    filter.status || filter.method
      ? `id IN (SELECT id FROM (${matchingIds(engine, { range, atMost }, filter, params)} LIMIT ${atMost}) AS page)`
      : range;
  const rows = yield {
    sql: `SELECT ${SHOWN_COLUMNS}, ${totalSql(filter, params)} FROM payments WHERE ${these}
      ORDER BY created_at_us DESC, id DESC LIMIT ${atMost}`,
    params,
  };
  const total = rows[0] ? (rows[0][SHOWN_COUNT] as number) : yield* readTotal(filter);
  return { payments: rows.map(readShown), total };
}

/**
 * A part of a key's payments with a reference, and their total. Both read the range of that reference in the index,
 * which is short: merchants give few payments the same reference.
 */
function* readOfReference(
  { apiKeyId, status, method, fromDay, toDay }: PaymentFilter,
  { websiteId, mode, reference }: OfReference,
  { before, skip, limit }: { before: ListPosition; skip: number; limit: number },
): ReadSteps<PaymentPage> {
  const params: Value[] = [];
  const conditions = matching(params, { website_id: websiteId, mode, status, method });
  // `matching` would ignore an empty reference, which is a reference too.
  conditions.push(`reference = $${params.push(reference)}`);
  // An expression, not the plain column: with the column, an engine might read the key's whole list, which is already
  // in order.
  conditions.push(`(api_key_id || '') = $${params.push(apiKeyId)}`);
  if (fromDay !== undefined) conditions.push(`created_at_us >= $${params.push(countable(startOfDayUs(fromDay)))}`);
  if (toDay !== undefined) conditions.push(`created_at_us < $${params.push(countable(startOfDayUs(toDay + 1)))}`);
  const range = conditions.join(' AND ');
  const count = { sql: `SELECT count(*) FROM payments WHERE ${range}`, params: [...params] };
  const place = positionCondition('<', `$${params.push(before.createdAtUs)}`, `$${params.push(before.id)}`);
  const rows = yield {
    sql: `SELECT ${SHOWN_COLUMNS} FROM payments WHERE ${range} AND ${place}
      ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(limit)} OFFSET $${params.push(countable(skip))}`,
    params,
  };
  const [total] = yield count;
  return { payments: rows.map(readShown), total: total?.[0] as number };
}

/**
 * Limits a number to the range that a store represents exactly. Times outside the range are in years without payments.
 */
function countable(us: number): number {
  return Math.min(Math.max(us, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}
