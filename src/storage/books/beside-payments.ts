import type { Row } from '../database.ts';
import type { Reader } from '../read-only-store.ts';
import type { IdRange } from './payment-pages.ts';

/** A delivery whose attempts do not fit it. */
export interface FaultyAttempts {
  readonly deliveryId: string;
  /** How many are counted, and how many are there. */
  readonly counted: number;
  readonly found: number;
  /** Microseconds since 1970. */
  readonly createdAtUs: number;
}

/**
 * Deliveries of a range of payments whose attempts are not as many as were counted, or none of which was accepted although the delivery
 * says so, or that ended without one.
 */
export async function listFaultyAttempts(reader: Reader, { after, through }: IdRange): Promise<FaultyAttempts[]> {
  const rows = await reader.query<
    Row & { id: string; attempts: number; found: number; last: number; created_at_us: number }
  >(
    `SELECT judged.id, judged.attempts, judged.found, judged.created_at_us FROM (
       SELECT d.id, d.attempts, d.status, d.created_at_us, COUNT(t.attempt) AS found, COALESCE(MAX(t.attempt), 0) AS last,
              COUNT(CASE WHEN t.status_code >= 200 AND t.status_code < 300 THEN 1 END) AS accepted
         FROM deliveries d LEFT JOIN delivery_tries t ON t.delivery_id = d.id
        WHERE d.payment_id > $1 AND d.payment_id <= $2
        GROUP BY d.id, d.attempts, d.status, d.created_at_us) AS judged
      WHERE judged.found <> judged.attempts OR judged.last <> judged.attempts
         OR (judged.status = 'delivered' AND judged.accepted = 0) OR (judged.status <> 'pending' AND judged.attempts = 0)
      ORDER BY judged.id`,
    [after, through],
  );
  return rows.map((row) => ({
    deliveryId: row.id,
    counted: row.attempts,
    found: row.found,
    createdAtUs: row.created_at_us,
  }));
}

/** The payments of a range that have a receipt and must not: not completed, or without an address. */
export async function listUnfoundedReceipts(reader: Reader, { after, through }: IdRange): Promise<number[]> {
  const rows = await reader.query<Row & { payment_id: number }>(
    `SELECT r.payment_id FROM receipts r JOIN payments p ON p.id = r.payment_id
      WHERE r.payment_id > $1 AND r.payment_id <= $2 AND (p.status <> 'completed' OR p.customer_email IS NULL)
      ORDER BY r.payment_id`,
    [after, through],
  );
  return rows.map((row) => row.payment_id);
}

/** The payments of a range that are to be asked about once more, and have not failed, or were a test. */
export async function listUnfoundedLateChecks(reader: Reader, { after, through }: IdRange): Promise<number[]> {
  const rows = await reader.query<Row & { payment_id: number }>(
    `SELECT l.payment_id FROM late_checks l JOIN payments p ON p.id = l.payment_id
      WHERE l.payment_id > $1 AND l.payment_id <= $2 AND (p.status <> 'failed' OR p.mode <> 'live')
      ORDER BY l.payment_id`,
    [after, through],
  );
  return rows.map((row) => row.payment_id);
}
