import type { Database, Transaction } from '../../../database/database.ts';
import { bigint, type Fields, tableOf, text } from '../../../database/table.ts';
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
  /** `X-Gateway-Signature` of the request, also if the request was not sent; null without a callback URL, and for attempts older than this column. */
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

const ATTEMPT: Fields<DeliveryAttempt> = {
  attempt: bigint('attempt'),
  atUs: bigint('at_us'),
  durationMs: bigint('duration_ms'),
  statusCode: bigint('status_code'),
  error: text('error'),
  responseStart: text('response_start'),
  url: text('url'),
  signature: text('signature'),
};
const ATTEMPTS = tableOf('delivery_tries', ATTEMPT);

interface StoredAttempt extends DeliveryAttempt {
  readonly deliveryId: string;
}

const STORED_ATTEMPTS = tableOf<StoredAttempt>('delivery_tries', { deliveryId: text('delivery_id'), ...ATTEMPT });

/** The columns that the result of an attempt changes, after the delivery's id and lease, which identify the row. */
interface AttemptResult
  extends Pick<
    Delivery,
    'id' | 'url' | 'lastError' | 'lastStatusCode' | 'status' | 'nextAttemptAtUs' | 'deliveredAtUs'
  > {
  readonly leaseUntilUs: number | null;
}

const RESULTS = tableOf<AttemptResult>('deliveries', {
  id: text('id'),
  leaseUntilUs: bigint('lease_until_us'),
  url: text('url'),
  lastError: text('last_error'),
  lastStatusCode: bigint('last_status_code'),
  status: text('status'),
  nextAttemptAtUs: bigint('next_attempt_at_us'),
  deliveredAtUs: bigint('delivered_at_us'),
});

/**
 * Records attempts and their results. If a delivery's lease was lost in the meantime (another worker has claimed it, or
 * a user has resent it), the newer plan stays, and only the attempt is added.
 */
export async function recordAttempts(tx: Transaction, records: readonly AttemptRecord[]): Promise<void> {
  const planned = await tx.updateRows<{ id: string; attempts: number }>({
    ...RESULTS.rowsOf(
      records.map(({ delivery, url, tried, status, nextAttemptAtUs, deliveredAtUs }) => ({
        id: delivery.id,
        leaseUntilUs: delivery.nextAttemptAtUs,
        url,
        lastError: tried.error,
        lastStatusCode: tried.statusCode,
        status,
        nextAttemptAtUs,
        deliveredAtUs,
      })),
    ),
    set: `url = given.url, attempts = attempts + 1, schedule_step = schedule_step + 1, last_error = given.last_error,
      last_status_code = given.last_status_code, status = given.status, next_attempt_at_us = given.next_attempt_at_us,
      delivered_at_us = given.delivered_at_us`,
    where: 'deliveries.id = given.id AND deliveries.next_attempt_at_us = given.lease_until_us',
    returning: 'deliveries.id, deliveries.attempts',
  });
  const attempts = new Map(planned.map((row) => [row.id, row.attempts]));
  const tries: StoredAttempt[] = [];
  for (const { delivery, url, tried } of records) {
    const attempt = attempts.get(delivery.id) ?? (await countAttempt(tx, delivery.id));
    // If a group has two records of one delivery, only the first gets this number; the other is counted separately.
    attempts.delete(delivery.id);
    if (attempt === undefined) continue;
    tries.push({ ...tried, deliveryId: delivery.id, attempt, url });
  }
  if (tries.length === 0) return;
  await tx.insertRows(STORED_ATTEMPTS.rowsOf(tries));
}

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
  const rows = await db.query(
    `SELECT ${ATTEMPTS.columns} FROM delivery_tries WHERE delivery_id = $1 ORDER BY attempt`,
    [deliveryId],
  );
  return rows.map(ATTEMPTS.read);
}
