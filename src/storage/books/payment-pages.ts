import type { Row } from '../database.ts';
import type { Reader } from '../read-only-store.ts';

/** A part of all payments by their ids: behind `after`, up to `through` with it. */
export interface IdRange {
  readonly after: number;
  readonly through: number;
}

/** The highest id that a payment, an event or a delivery names; 0 when there is none. */
export async function readLastPaymentId(reader: Reader): Promise<number> {
  const [row] = await reader.query<Row & { payment: number | null; event: number | null; delivery: number | null }>(
    `SELECT (SELECT MAX(id) FROM payments) AS payment,
            (SELECT MAX(payment_id) FROM events) AS event,
            (SELECT MAX(payment_id) FROM deliveries) AS delivery`,
  );
  return Math.max(row?.payment ?? 0, row?.event ?? 0, row?.delivery ?? 0);
}

/** Whether there is a payment of this id, or an event or a delivery that names it. */
export async function isKnownPayment(reader: Reader, id: number): Promise<boolean> {
  const rows = await reader.query(
    `SELECT 1 FROM payments WHERE id = $1 UNION ALL SELECT 1 FROM events WHERE payment_id = $1
     UNION ALL SELECT 1 FROM deliveries WHERE payment_id = $1 LIMIT 1`,
    [id],
  );
  return rows.length > 0;
}

/** The last id of the next `limit` payments of a range, and how many they are. */
export async function findPageEnd(
  reader: Reader,
  { after, through }: IdRange,
  limit: number,
): Promise<{ lastId: number | null; payments: number }> {
  const [row] = await reader.query<Row & { last_id: number | null; payments: number }>(
    `SELECT MAX(page.id) AS last_id, COUNT(*) AS payments FROM (
       SELECT id FROM payments WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3) AS page`,
    [after, through, limit],
  );
  return { lastId: row?.last_id ?? null, payments: row?.payments ?? 0 };
}
