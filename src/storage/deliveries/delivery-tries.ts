import type { Database, Transaction, Value } from '../database.ts';
import type { Delivery, DeliveryStatus } from './delivery-table.ts';

export interface DeliveryTry {
  readonly attempt: number;
  readonly atUs: number;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseStart: string | null;
}

/** The result of an attempt. */
export interface AttemptRecord {
  /** As it was claimed: its `nextAttemptAtUs` is the lease. */
  readonly delivery: Delivery;
  readonly url: string;
  readonly tried: Omit<DeliveryTry, 'attempt'>;
  readonly status: DeliveryStatus;
  /** Null unless the status is `pending`. */
  readonly nextAttemptAtUs: number | null;
  readonly deliveredAtUs: number | null;
}

/**
 * Records attempts and their results. A delivery whose lease was lost meanwhile (another worker has it, or it was resent by
 * hand) keeps the other's plan: only the attempt itself is added.
 */
export async function recordAttempts(tx: Transaction, records: readonly AttemptRecord[]): Promise<void> {
  const tries: Value[][] = [];
  for (const { delivery, url, tried, status, nextAttemptAtUs, deliveredAtUs } of records) {
    const kept = await tx.query<{ attempts: number }>(
      `UPDATE deliveries SET url = $3, attempts = attempts + 1, schedule_step = schedule_step + 1, last_error = $4,
         last_status_code = $5, status = $6, next_attempt_at_us = $7, delivered_at_us = $8
        WHERE id = $1 AND next_attempt_at_us = $2 RETURNING attempts`,
      [
        delivery.id,
        delivery.nextAttemptAtUs,
        url,
        tried.error,
        tried.statusCode,
        status,
        nextAttemptAtUs,
        deliveredAtUs,
      ],
    );
    const [row] =
      kept.length > 0
        ? kept
        : await tx.query<{ attempts: number }>(
            'UPDATE deliveries SET attempts = attempts + 1 WHERE id = $1 RETURNING attempts',
            [delivery.id],
          );
    if (!row) continue;
    const { atUs, durationMs, statusCode, error, responseStart } = tried;
    tries.push([delivery.id, row.attempts, atUs, durationMs, statusCode, error, responseStart]);
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
    ],
    rows: tries,
  });
}

/** The attempts of a delivery, first to last. */
export async function listTries(db: Database, deliveryId: string): Promise<DeliveryTry[]> {
  const rows = await db.query<{
    attempt: number;
    at_us: number;
    duration_ms: number;
    status_code: number | null;
    error: string | null;
    response_start: string | null;
  }>(
    `SELECT attempt, at_us, duration_ms, status_code, error, response_start FROM delivery_tries
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
  }));
}
