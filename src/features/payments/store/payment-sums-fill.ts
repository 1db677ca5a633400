import { leastIdFrom } from '../../../core/ids.ts';
import type { Database, Row, Transaction } from '../../../database/database.ts';
import { hourOf, insertSums, type SummedPayment } from './payment-sums.ts';

/** The progress of counting older payments. */
export interface SumsState {
  /** Payments that become final from this time on are counted at once, microseconds since 1970; null until a worker sets it. */
  readonly beginsAtUs: number | null;
  /** The first older payment that has not been read; null once all have been. */
  readonly nextId: number | null;
}

export async function readSumsState(db: Pick<Database, 'query'>): Promise<SumsState> {
  const [row] = await db.query<Row & { begins_at_us: number | null; next_id: number | null }>(
    'SELECT begins_at_us, next_id FROM payment_sums_state WHERE id = 1',
  );
  return { beginsAtUs: row?.begins_at_us ?? null, nextId: row?.next_id ?? null };
}

/** Sets, once, the time from which payments are counted as they become final. Earlier payments created from `sinceUs` on are added later. */
export async function beginSums(
  tx: Transaction,
  { beginsAtUs, sinceUs }: { beginsAtUs: number; sinceUs: number },
): Promise<void> {
  await tx.query(
    'UPDATE payment_sums_state SET begins_at_us = $1, next_id = $2 WHERE id = 1 AND begins_at_us IS NULL',
    [beginsAtUs, leastIdFrom(sinceUs)],
  );
}

/**
 * Counts a batch of the payments that became final before counting started, and stores the progress. Counts nothing
 * when another worker has already counted this batch.
 */
export async function fillSums(
  tx: Transaction,
  {
    beginsAtUs,
    nextId,
    hoursFromUs,
    limit,
    engine,
  }: {
    beginsAtUs: number;
    nextId: number;
    /** Payments that ended before this time are counted by day only. */
    hoursFromUs: number;
    limit: number;
    engine: Database['engine'];
  },
): Promise<void> {
  const rows = await tx.query(
    `SELECT id, website_id, mode, method, currency, amount_minor, status, failure_reason, subscription_id, created_at_us,
       finished_at_us FROM payments WHERE id >= $1 AND id < $2 ORDER BY id LIMIT $3`,
    [nextId, leastIdFrom(beginsAtUs) + 1, limit],
  );
  const last = rows.at(-1)?.id as number | undefined;
  const moved = await tx.query(
    'UPDATE payment_sums_state SET next_id = $1 WHERE id = 1 AND next_id = $2 RETURNING id',
    [rows.length < limit || last === undefined ? null : last + 1, nextId],
  );
  if (moved.length === 0) return;
  const ended = rows.map(toSummed).filter(({ finishedAtUs }) => finishedAtUs !== null && finishedAtUs < beginsAtUs);
  await insertSums(tx, ended, engine, hoursFromUs);
}

/**
 * Deletes the hourly sums before a time, of one website or over all of them: for such old times, only daily sums are
 * read.
 */
export async function deleteHourSums(
  tx: Transaction,
  { websiteId = '', mode, beforeUs }: { websiteId?: string | undefined; mode: string; beforeUs: number },
): Promise<void> {
  await tx.query('DELETE FROM payment_sums WHERE website_id = $1 AND mode = $2 AND hours = 1 AND period < $3', [
    websiteId,
    mode,
    hourOf(beforeUs),
  ]);
}

/** Whether there are hourly sums before a time, of one website or over all of them. */
export async function hasHoursBefore(
  db: Pick<Database, 'query'>,
  { websiteId = '', mode, beforeUs }: { websiteId?: string | undefined; mode: string; beforeUs: number },
): Promise<boolean> {
  const rows = await db.query(
    'SELECT period FROM payment_sums WHERE website_id = $1 AND mode = $2 AND hours = 1 AND period < $3 LIMIT 1',
    [websiteId, mode, hourOf(beforeUs)],
  );
  return rows.length > 0;
}

function toSummed(row: Row): SummedPayment {
  return {
    websiteId: row.website_id,
    mode: row.mode,
    method: row.method,
    currency: row.currency,
    amountMinor: row.amount_minor,
    status: row.status,
    failureReason: row.failure_reason,
    subscriptionId: row.subscription_id,
    createdAtUs: row.created_at_us,
    finishedAtUs: row.finished_at_us,
  } as SummedPayment;
}
