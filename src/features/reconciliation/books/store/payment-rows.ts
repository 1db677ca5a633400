import type { ShownPayment } from '../../../../core/payment-json.ts';
import type { Row, RowValues } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';
import { LATE_CHECK_WAITS_US, LATE_CHECKS_END_US } from '../../../payments/late-check-waits.ts';
import { readShown, SHOWN_COLUMN_NAMES, shownColumnsOf } from '../../../payments/store/shown-payment.ts';
import type { IdRange } from './payment-pages.ts';

/** A delivery whose attempts do not match it. */
export interface FaultyAttempts {
  readonly deliveryId: string;
  /**
   * `number`: the number of attempts differs from the stored count. `result`: no attempt explains the outcome of the
   * delivery, or its last result. `early`, `late`: see `listFaultyAttempts`.
   */
  readonly fault: 'number' | 'result' | 'early' | 'late';
  /** The stored count of attempts, and their actual number. */
  readonly counted: number;
  readonly found: number;
  /** Microseconds since 1970. */
  readonly createdAtUs: number;
}

const GONE = 410;
/**
 * The starts of the errors of refused attempts, as features/webhooks/attempt-delivery.ts and features/webhooks/send.ts
 * write them.
 */
const REFUSALS = ['the website has no callback URL', 'the destination is not a public address'];

/** Whether any attempt `t` of a delivery is of this kind. */
const any = (condition: string) => `MAX(CASE WHEN ${condition} THEN 1 ELSE 0 END) = 1`;

/** The condition for a delivery `d` with its attempts `t`, by the delivery's final status. */
const EXPLAINED = `CASE d.status
  WHEN 'delivered' THEN ${any('t.status_code >= 200 AND t.status_code < 300')}
  WHEN 'refused' THEN ${any(`t.status_code IS NULL AND (${REFUSALS.map((text) => `t.error LIKE '${text}%'`).join(' OR ')})`)}
  ELSE d.status = 'pending' OR COUNT(t.attempt) > 0 END`;
/**
 * Whether an attempt has the delivery's last result. Without attempts, the columns on both sides are null, and equal.
 */
const HAS_LAST_RESULT = any(
  't.status_code IS NOT DISTINCT FROM d.last_status_code AND t.error IS NOT DISTINCT FROM d.last_error',
);
const IS_EARLY = `d.status = 'exhausted' AND d.schedule_step < $3 AND NOT ${any(`t.status_code = ${GONE}`)}`;

/**
 * The faulty deliveries of a range of payments: their attempts do not match the stored count (`number`), or do not
 * explain the outcome or the last result (`result`); they failed before the last attempt of the schedule, although no
 * receiver responded with 410 (`early`); or their next attempt is planned after `latestUs`, microseconds since 1970
 * (`late`).
 */
export async function listFaultyAttempts(
  reader: Reader,
  { after, through, scheduled, latestUs }: IdRange & { readonly scheduled: number; readonly latestUs: number },
): Promise<FaultyAttempts[]> {
  const rows = await reader.query<
    Row & { id: string; fault: FaultyAttempts['fault']; attempts: number; found: number; created_at_us: number }
  >(
    `SELECT judged.id, judged.fault, judged.attempts, judged.found, judged.created_at_us FROM (
       SELECT d.id, d.attempts, d.created_at_us, COUNT(t.attempt) AS found,
              CASE WHEN COUNT(t.attempt) <> d.attempts OR COALESCE(MAX(t.attempt), 0) <> d.attempts THEN 'number'
                   WHEN NOT (${EXPLAINED}) OR NOT ${HAS_LAST_RESULT} THEN 'result'
                   WHEN ${IS_EARLY} THEN 'early'
                   WHEN d.next_attempt_at_us > $4 THEN 'late' END AS fault
         FROM deliveries d LEFT JOIN delivery_tries t ON t.delivery_id = d.id
        WHERE d.payment_id > $1 AND d.payment_id <= $2
        GROUP BY d.id, d.attempts, d.status, d.created_at_us, d.schedule_step, d.next_attempt_at_us,
                 d.last_status_code, d.last_error) AS judged
      WHERE judged.fault IS NOT NULL ORDER BY judged.id`,
    [after, through, scheduled, latestUs],
  );
  return rows.map((row) => ({
    deliveryId: row.id,
    fault: row.fault,
    counted: row.attempts,
    found: row.found,
    createdAtUs: row.created_at_us,
  }));
}

/**
 * The payments of a range with a receipt that must not exist (they are missing, not completed, or without an address), or whose receipt or
 * seller notice ended without an attempt.
 */
export async function listUnfoundedReceipts(reader: Reader, { after, through }: IdRange): Promise<number[]> {
  const rows = await reader.query<Row & { payment_id: number }>(
    `SELECT r.payment_id FROM receipts r LEFT JOIN payments p ON p.id = r.payment_id AND p.id > $1 AND p.id <= $2
      WHERE r.payment_id > $1 AND r.payment_id <= $2
        AND (p.id IS NULL OR p.status <> 'completed' OR p.customer_email IS NULL OR (r.status <> 'pending' AND r.attempts = 0))
     UNION
     SELECT q.payment_id FROM receipt_requests q LEFT JOIN payments p ON p.id = q.payment_id AND p.id > $1 AND p.id <= $2
      WHERE q.payment_id > $1 AND q.payment_id <= $2
        AND (p.id IS NULL OR p.status <> 'completed' OR (q.status <> 'pending' AND q.attempts = 0))
     UNION
     SELECT n.payment_id FROM link_notices n LEFT JOIN payments p ON p.id = n.payment_id AND p.id > $1 AND p.id <= $2
      WHERE n.payment_id > $1 AND n.payment_id <= $2 AND (p.id IS NULL OR (n.status <> 'pending' AND n.attempts = 0))
      ORDER BY 1`,
    [after, through],
  );
  return rows.map((row) => row.payment_id);
}

/** The payments of a range with a late check that are missing, have not failed, were a test, or have another method. */
export async function listUnfoundedLateChecks(reader: Reader, { after, through }: IdRange): Promise<number[]> {
  const rows = await reader.query<Row & { payment_id: number }>(
    `SELECT l.payment_id FROM late_checks l LEFT JOIN payments p ON p.id = l.payment_id AND p.id > $1 AND p.id <= $2
      WHERE l.payment_id > $1 AND l.payment_id <= $2
        AND (p.id IS NULL OR p.status <> 'failed' OR p.mode <> 'live' OR p.method <> l.method)
      ORDER BY l.payment_id`,
    [after, through],
  );
  return rows.map((row) => row.payment_id);
}

/** The shortest time after a failure in which a payment can have had `l.checks` checks. */
const LEAST_US_UNTIL = `CASE COALESCE(l.checks, 0) ${LATE_CHECK_WAITS_US.map(
  (_, index) => `WHEN ${index} THEN ${LATE_CHECK_WAITS_US.slice(0, index).reduce((sum, waitUs) => sum + waitUs, 0)}`,
).join(' ')} ELSE ${LATE_CHECKS_END_US} END`;

/**
 * The live payments of a range that failed at `failedFromUs` or later and have no late check, those whose late check is planned after
 * `latestUs`, and those with more checks than there was time for up to `checkedByUs`. Microseconds since 1970.
 */
export async function listWithoutLateCheck(
  reader: Reader,
  {
    after,
    through,
    failedFromUs,
    latestUs,
    checkedByUs,
  }: IdRange & { readonly failedFromUs: number; readonly latestUs: number; readonly checkedByUs: number },
): Promise<number[]> {
  const rows = await reader.query<Row & { id: number }>(
    `SELECT p.id FROM payments p
       LEFT JOIN late_checks l ON l.payment_id = p.id AND l.payment_id > $1 AND l.payment_id <= $2
      WHERE p.id > $1 AND p.id <= $2 AND p.status = 'failed' AND p.mode = 'live'
        AND ((l.payment_id IS NULL AND p.finished_at_us >= $3) OR l.next_check_at_us > $4
          OR p.finished_at_us + ${LEAST_US_UNTIL} > $5)
      ORDER BY p.id`,
    [after, through, failedFromUs, latestUs, checkedByUs],
  );
  return rows.map(({ id }) => id);
}

/** The live payments of a range that failed because a different amount was paid, and have no discrepancy with that amount. */
export async function listWithoutDiscrepancy(reader: Reader, { after, through }: IdRange): Promise<number[]> {
  const rows = await reader.query<Row & { id: number }>(
    `SELECT p.id FROM payments p
      WHERE p.id > $1 AND p.id <= $2 AND p.failure_reason = 'amount_mismatch' AND p.mode = 'live'
        AND NOT EXISTS (SELECT 1 FROM discrepancies d WHERE d.payment_id = p.id AND d.kind = 'amount_mismatch'
          AND (d.reported_minor <> p.amount_minor OR d.reported_currency <> p.currency))
      ORDER BY p.id`,
    [after, through],
  );
  return rows.map(({ id }) => id);
}

/** The body of a webhook as it is stored, and the final payment that it is about. */
interface StoredBody {
  readonly payment: ShownPayment;
  readonly body: string;
}

/** The stored bodies of the first `limit` final payments of a range that have one, by their ids. */
export async function listStoredBodies(
  reader: Reader,
  { after, through }: IdRange,
  limit: number,
): Promise<StoredBody[]> {
  const rows = await reader.query<Row & { body: string }>(
    `SELECT ${shownColumnsOf('p')}, d.body FROM deliveries d
       JOIN payments p ON p.id = d.payment_id AND p.id > $1 AND p.id <= $2 AND p.finished_at_us IS NOT NULL
      WHERE d.payment_id > $1 AND d.payment_id <= $2 ORDER BY d.payment_id LIMIT $3`,
    [after, through, limit],
  );
  return rows.map((row) => ({
    payment: readShown(SHOWN_COLUMN_NAMES.map((name) => row[name]) as RowValues),
    body: row.body,
  }));
}
