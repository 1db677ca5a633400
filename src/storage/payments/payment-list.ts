import type { Payment } from '../../domain/payment.ts';
import { startOfDayUs } from '../../domain/timestamps.ts';
import type { Database, Value } from '../database.ts';
import { besidePlace, type ListPlace, NEWEST_PLACE } from './list-place.ts';
import { matchingIds } from './matching-ids.ts';
import { countPayments, type PaymentFilter } from './payment-counts.ts';
import { PAYMENTS } from './payment-table.ts';

export interface PaymentPage {
  readonly payments: Payment[];
  /** How many match the filter, on all pages. */
  readonly total: number;
}

/**
 * A page of a key's payments, newest first. The counts lead straight to the days which hold the page, so that neither
 * the total nor a page far down reads the payments before it.
 *
 * @param page from 1; past the last one it is empty
 */
export async function listPayments(
  db: Database,
  filter: PaymentFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<PaymentPage> {
  const { total, locate } = await countPayments(db, filter);
  const skipped = (page - 1) * perPage;
  if (skipped >= total) return { payments: [], total };

  const newest = await locate(skipped);
  const oldest = await locate(Math.min(skipped + perPage, total) - 1);
  if (!newest || !oldest) return { payments: [], total };
  // What is created meanwhile moves the page towards newer payments, never out of these days: nothing is missed.
  const params: Value[] = [filter.apiKeyId, startOfDayUs(oldest.day), startOfDayUs(newest.day + 1)];
  const ids = matchingIds('api_key_id = $1 AND created_at_us >= $2 AND created_at_us < $3', filter, params);
  // The page's ids first, from indexes alone: rows that are skipped are never read.
  const rows = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE id IN (SELECT id FROM (
       ${ids} LIMIT $${params.push(perPage)} OFFSET $${params.push(newest.offset)}
     ) AS page) ORDER BY created_at_us DESC, id DESC`,
    params,
  );
  return { payments: rows.map(PAYMENTS.read), total };
}

export interface PaymentsBefore extends PaymentPage {
  /** Whether more match after these. */
  readonly hasMore: boolean;
}

/**
 * The newest of a key's payments that are older than `before`, or the newest of all. A reader who continues after the last
 * one sees every payment exactly once that existed at the start and matches throughout, whatever others do meanwhile. One
 * range of an index, however far down.
 */
export async function listPaymentsBefore(
  db: Database,
  filter: PaymentFilter,
  { before = NEWEST_PLACE, limit }: { before?: ListPlace | undefined; limit: number },
): Promise<PaymentsBefore> {
  const { total } = await countPayments(db, filter);
  const bound =
    filter.toDay === undefined ? NEWEST_PLACE : { createdAtUs: countable(startOfDayUs(filter.toDay + 1)), id: 0 };
  // One upper bound: of two, an engine might read from the higher one.
  const { createdAtUs, id } = before.createdAtUs < bound.createdAtUs ? before : bound;
  const params: Value[] = [filter.apiKeyId, createdAtUs, id];
  const from =
    filter.fromDay === undefined ? '' : `AND created_at_us >= $${params.push(countable(startOfDayUs(filter.fromDay)))}`;
  const ids = matchingIds(`api_key_id = $1 AND ${besidePlace('<', '$2', '$3')} ${from}`, filter, params);
  // The ids first, from ranges of indexes that hold all of the filter.
  const rows = await db.query(
    `SELECT ${PAYMENTS.columns} FROM payments WHERE id IN (SELECT id FROM (
       ${ids} LIMIT $${params.push(limit + 1)}
     ) AS page) ORDER BY created_at_us DESC, id DESC`,
    params,
  );
  return { payments: rows.slice(0, limit).map(PAYMENTS.read), total, hasMore: rows.length > limit };
}

/** Within what a store holds exactly: dates of years that no payment is made in are beyond it. */
function countable(us: number): number {
  return Math.min(Math.max(us, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}
