import { type EventKind, eventKind } from '../../domain/event.ts';
import type { FinalStatus, Payment } from '../../domain/payment.ts';
import { webhookBody } from '../../domain/webhook-body.ts';
import type { Database, Row, Transaction, Value } from '../database.ts';
import { matching, whereAll } from '../matching.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'refused', 'exhausted'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface Delivery {
  readonly id: string;
  readonly paymentId: number;
  readonly websiteId: string;
  readonly event: EventKind;
  /** Where the last attempt went; before the first one, where it would have gone when the event happened. */
  readonly url: string;
  readonly body: string;
  /** When the payment became final. */
  readonly eventAtUs: number;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Attempts made since the schedule was started; a resend restarts it. */
  readonly scheduleStep: number;
  readonly lastError: string | null;
  readonly lastStatusCode: number | null;
  /** When it is tried next, or the end of the lease of the worker that has it. Null when nothing more is tried. */
  readonly nextAttemptAtUs: number | null;
  readonly createdAtUs: number;
  readonly deliveredAtUs: number | null;
}

export interface DeliveryTry {
  readonly attempt: number;
  readonly atUs: number;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseStart: string | null;
}

interface DeliveryRow extends Row {
  id: string;
  payment_id: number;
  website_id: string;
  event: EventKind;
  url: string;
  body: string;
  event_at_us: number;
  status: DeliveryStatus;
  attempts: number;
  schedule_step: number;
  last_error: string | null;
  last_status_code: number | null;
  next_attempt_at_us: number | null;
  created_at_us: number;
  delivered_at_us: number | null;
}

const COLUMNS = `id, payment_id, website_id, event, url, body, event_at_us, status, attempts, schedule_step, last_error,
  last_status_code, next_attempt_at_us, created_at_us, delivered_at_us`;

/**
 * Puts the event of a payment that has just become final into the outbox, with the bytes that every attempt will send. Does
 * nothing for a website without a callback URL.
 *
 * @param firstWaitUs until the first attempt
 */
export async function insertDelivery(tx: Transaction, payment: Payment, firstWaitUs: number): Promise<void> {
  await tx.query(
    `INSERT INTO deliveries (id, payment_id, website_id, event, url, body, event_at_us, status, attempts, schedule_step,
       next_attempt_at_us, created_at_us)
     SELECT $1, CAST($2 AS BIGINT), id, $3, callback_url, $4, CAST($5 AS BIGINT), 'pending', 0, 0, CAST($6 AS BIGINT),
       CAST($5 AS BIGINT) FROM websites
      WHERE id = $7 AND callback_url IS NOT NULL`,
    [
      `dlv_${payment.id}`,
      payment.id,
      eventKind(payment.status as FinalStatus),
      webhookBody(payment),
      payment.finishedAtUs,
      (payment.finishedAtUs ?? 0) + firstWaitUs,
      payment.websiteId,
    ],
  );
}

/** The websites with pending deliveries, one step through the queue's index each. */
const QUEUES = `WITH RECURSIVE queues (website_id) AS (
       SELECT MIN(website_id) FROM deliveries WHERE next_attempt_at_us IS NOT NULL
       UNION ALL
       SELECT (SELECT MIN(d.website_id) FROM deliveries d
                WHERE d.next_attempt_at_us IS NOT NULL AND d.website_id > queues.website_id)
         FROM queues WHERE queues.website_id IS NOT NULL
     )`;

/** A website with deliveries that are due, and since when. */
export interface DueWebsite extends Row {
  readonly website_id: string;
  readonly due_at_us: number;
}

/**
 * The websites that have something due, longest waiting first. Steps from website to website through the queue's index, so
 * that one with a long queue costs no more than one with a short one.
 */
export function websitesWithDueDeliveries(db: Database, nowUs: number): Promise<DueWebsite[]> {
  return db.query<DueWebsite>(
    `${QUEUES}
     SELECT website_id, due_at_us FROM (
       SELECT q.website_id AS website_id, (SELECT MIN(d.next_attempt_at_us) FROM deliveries d
          WHERE d.website_id = q.website_id AND d.next_attempt_at_us IS NOT NULL) AS due_at_us
         FROM queues q WHERE q.website_id IS NOT NULL
     ) AS due WHERE due_at_us <= $1 ORDER BY due_at_us`,
    [nowUs],
  );
}

/**
 * Takes a website's longest-due deliveries, and leases them: until `leaseUntilUs` no other worker gets them, after it any
 * does. No two workers get the same one.
 */
export async function claimDeliveries(
  tx: Transaction,
  {
    websiteId,
    nowUs,
    leaseUntilUs,
    limit,
    skipLocked,
  }: { websiteId: string; nowUs: number; leaseUntilUs: number; limit: number; skipLocked: string },
): Promise<Delivery[]> {
  const rows = await tx.query<DeliveryRow>(
    `UPDATE deliveries SET next_attempt_at_us = $3 WHERE id IN (
       SELECT id FROM deliveries WHERE website_id = $1 AND next_attempt_at_us <= $2
        ORDER BY next_attempt_at_us LIMIT $4 ${skipLocked}
     ) RETURNING ${COLUMNS}`,
    [websiteId, nowUs, leaseUntilUs, limit],
  );
  return rows.map(toDelivery);
}

/**
 * Brings back what lies after `latestUs`, and what was due by `wasUs`, which the time was before it stepped back to `nowUs`: by that
 * step, so that waits are as long as they were meant. Without one (`wasUs` is `nowUs`) it is due now. All are microseconds since
 * 1970. Leaves alone those that are being sent (`except`). Moves up to `limit`, and returns how many.
 */
export async function rescheduleFarDeliveries(
  db: Database,
  far: { nowUs: number; wasUs: number; latestUs: number; except: ReadonlySet<string>; limit: number },
): Promise<number> {
  const { nowUs, wasUs, latestUs, except, limit } = far;
  // Through the queue's index, website by website: correctly planned rows are not read.
  const rows = await db.query<{ id: string }>(
    `${QUEUES}
     SELECT d.id AS id FROM queues q JOIN deliveries d ON d.website_id = q.website_id
      WHERE d.next_attempt_at_us > $3
     UNION ALL
     SELECT d.id AS id FROM queues q JOIN deliveries d ON d.website_id = q.website_id
      WHERE d.next_attempt_at_us > $1 AND d.next_attempt_at_us <= $2 AND d.next_attempt_at_us <= $3
     LIMIT $4`,
    [nowUs, wasUs, latestUs, limit + except.size],
  );
  const ids = rows.map(({ id }) => id).filter((id) => !except.has(id));
  if (ids.length === 0) return 0;
  const backUs = wasUs > nowUs ? wasUs - nowUs : Number.MAX_SAFE_INTEGER;
  const listed = ids.map((_, index) => `$${index + 3}`).join(', ');
  const moved = await db.transaction((tx) =>
    tx.query(
      `UPDATE deliveries
          SET next_attempt_at_us = CASE WHEN next_attempt_at_us - $2 > $1 THEN next_attempt_at_us - $2 ELSE $1 END
        WHERE next_attempt_at_us > $1 AND id IN (${listed}) RETURNING id`,
      [nowUs, backUs, ...ids],
    ),
  );
  return moved.length;
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

export async function findDelivery(db: Pick<Database, 'query'>, id: string): Promise<Delivery | undefined> {
  const [row] = await db.query<DeliveryRow>(`SELECT ${COLUMNS} FROM deliveries WHERE id = $1`, [id]);
  return row && toDelivery(row);
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

export interface DeliveryFilter {
  readonly websiteId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly paymentId?: number | undefined;
}

/** The newest deliveries that match. */
export async function listDeliveries(db: Database, filter: DeliveryFilter, limit: number): Promise<Delivery[]> {
  const params: Value[] = [];
  const { websiteId, status, paymentId } = filter;
  const where = whereAll(matching(params, { website_id: websiteId, status, payment_id: paymentId }));
  const rows = await db.query<DeliveryRow>(
    `SELECT ${COLUMNS} FROM deliveries ${where} ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(limit)}`,
    params,
  );
  return rows.map(toDelivery);
}

const RESTART = `status = 'pending', schedule_step = 0, next_attempt_at_us = $1, delivered_at_us = NULL`;

/** Starts a delivery's schedule again, whatever its status. Returns it, or undefined when there is none. */
export async function restartDelivery(tx: Transaction, id: string, nowUs: number): Promise<Delivery | undefined> {
  const [row] = await tx.query<DeliveryRow>(`UPDATE deliveries SET ${RESTART} WHERE id = $2 RETURNING ${COLUMNS}`, [
    nowUs,
    id,
  ]);
  return row && toDelivery(row);
}

/** The same for all of a website's events from one moment to (before) another. Returns how many. */
export async function restartDeliveries(
  tx: Transaction,
  range: { websiteId: string; fromUs: number; toUs: number; status?: DeliveryStatus | undefined },
  nowUs: number,
): Promise<number> {
  const rows = await tx.query(
    `UPDATE deliveries SET ${RESTART} WHERE website_id = $2 AND created_at_us >= $3 AND created_at_us < $4
      AND ($5 = '' OR status = $5) RETURNING id`,
    [nowUs, range.websiteId, range.fromUs, range.toUs, range.status ?? ''],
  );
  return rows.length;
}

/** Forgets up to `limit` deliveries of events before a moment that ended, with their attempts. Returns how many. */
export async function deleteOldDeliveries(db: Database, beforeUs: number, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const old = `SELECT id FROM deliveries WHERE created_at_us < $1 AND status <> 'pending' ORDER BY created_at_us, id LIMIT $2`;
    await tx.query(`DELETE FROM delivery_tries WHERE delivery_id IN (${old})`, [beforeUs, limit]);
    // One that ended between the two statements keeps its attempts, and is left for the next time.
    const deleted = await tx.query(
      `DELETE FROM deliveries WHERE id IN (${old})
        AND NOT EXISTS (SELECT 1 FROM delivery_tries t WHERE t.delivery_id = deliveries.id) RETURNING id`,
      [beforeUs, limit],
    );
    return deleted.length;
  });
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    paymentId: row.payment_id,
    websiteId: row.website_id,
    event: row.event,
    url: row.url,
    body: row.body,
    eventAtUs: row.event_at_us,
    status: row.status,
    attempts: row.attempts,
    scheduleStep: row.schedule_step,
    lastError: row.last_error,
    lastStatusCode: row.last_status_code,
    nextAttemptAtUs: row.next_attempt_at_us,
    createdAtUs: row.created_at_us,
    deliveredAtUs: row.delivered_at_us,
  };
}
