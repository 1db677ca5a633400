import type { Column, Database, Transaction, Value } from '../../../database/database.ts';
import type { Delivery, DeliveryStatus } from './delivery-table.ts';

export interface DeliveryAttempt {
  readonly attempt: number;
  readonly atUs: number;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseStart: string | null;
  /** The URL; null for attempts older than this column. */
  readonly url: string | null;
  /** `X-Gateway-Signature` as it was sent; null when nothing was sent, and for attempts older than this column. */
  readonly signature: string | null;
}

/** The result of an attempt. */
export interface AttemptRecord {
  /** The delivery as it was claimed: its `nextAttemptAtUs` is the lease. */
  readonly delivery: Delivery;
  readonly url: string;
  readonly tried: Omit<DeliveryAttempt, 'attempt' | 'url'>;
  readonly status: DeliveryStatus;
  /** Null unless the status is `pending`. */
  readonly nextAttemptAtUs: number | null;
  readonly deliveredAtUs: number | null;
}

/**
 * Records attempts and their results. If a delivery's lease was lost in the meantime (another worker has it, or it was
 * resent manually), the newer plan stays: only the attempt itself is added.
 */
export async function recordAttempts(tx: Transaction, records: readonly AttemptRecord[]): Promise<void> {
  const planned = await tx.updateRows<{ id: string; attempts: number }>({
    table: 'deliveries',
    columns: RESULT,
    rows: records.map(({ delivery, url, tried, status, nextAttemptAtUs, deliveredAtUs }) => [
      delivery.id,
      delivery.nextAttemptAtUs,
      url,
      tried.error,
      tried.statusCode,
      status,
      nextAttemptAtUs,
      deliveredAtUs,
    ]),
    set: `url = given.url, attempts = attempts + 1, schedule_step = schedule_step + 1, last_error = given.last_error,
      last_status_code = given.last_status_code, status = given.status, next_attempt_at_us = given.next_attempt_at_us,
      delivered_at_us = given.delivered_at_us`,
    where: 'deliveries.id = given.id AND deliveries.next_attempt_at_us = given.lease_until_us',
    returning: 'deliveries.id, deliveries.attempts',
  });
  const attempts = new Map(planned.map((row) => [row.id, row.attempts]));
  const tries: Value[][] = [];
  for (const { delivery, url, tried } of records) {
    const attempt = attempts.get(delivery.id) ?? (await countAttempt(tx, delivery.id));
    // If a group has two records of one delivery, only the first takes this number: the other is counted on its own.
    attempts.delete(delivery.id);
    if (attempt === undefined) continue;
    const { atUs, durationMs, statusCode, error, responseStart, signature } = tried;
    tries.push([delivery.id, attempt, atUs, durationMs, statusCode, error, responseStart, url, signature]);
  }
  if (tries.length === 0) return;
  await tx.insertRows({
    table: 'delivery_tries',
    columns: [
      { name: 'delivery_id', type: 'text' },
      { name: 'attempt', type: 'bigint' },
      { name: 'at_us', type: 'bigint' },
      { name: 'duration_ms', type: 'bigint' },
      { name: 'status_code', type: 'bigint' },
      { name: 'error', type: 'text' },
      { name: 'response_start', type: 'text' },
      { name: 'url', type: 'text' },
      { name: 'signature', type: 'text' },
    ],
    rows: tries,
  });
}

/** The columns that the result of an attempt changes, after the delivery's id and lease, which identify the row. */
const RESULT: readonly Column[] = [
  { name: 'id', type: 'text' },
  { name: 'lease_until_us', type: 'bigint' },
  { name: 'url', type: 'text' },
  { name: 'last_error', type: 'text' },
  { name: 'last_status_code', type: 'bigint' },
  { name: 'status', type: 'text' },
  { name: 'next_attempt_at_us', type: 'bigint' },
  { name: 'delivered_at_us', type: 'bigint' },
];

/** Counts an attempt without a result. Returns its number, or undefined when the delivery was deleted. */
async function countAttempt(tx: Transaction, id: string): Promise<number | undefined> {
  const [row] = await tx.query<{ attempts: number }>(
    'UPDATE deliveries SET attempts = attempts + 1 WHERE id = $1 RETURNING attempts',
    [id],
  );
  return row?.attempts;
}

/** The attempts of a delivery, first to last. */
export async function listAttempts(db: Database, deliveryId: string): Promise<DeliveryAttempt[]> {
  const rows = await db.query<{
    attempt: number;
    at_us: number;
    duration_ms: number;
    status_code: number | null;
    error: string | null;
    response_start: string | null;
    url: string | null;
    signature: string | null;
  }>(
    `SELECT attempt, at_us, duration_ms, status_code, error, response_start, url, signature FROM delivery_tries
      WHERE delivery_id = $1 ORDER BY attempt`,
    [deliveryId],
  );
  return rows.map((row) => ({
    attempt: row.attempt,
    atUs: row.at_us,
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    error: row.error,
    responseStart: row.response_start,
    url: row.url,
    signature: row.signature,
  }));
}
