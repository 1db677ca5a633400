import type { Row } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';

/** A range of all payments by their ids: after `after`, up to and including `through`. */
export interface IdRange {
  readonly after: number;
  readonly through: number;
}

/** The tables whose rows name payments: no such row may name a missing payment. */
const NAMING = [
  'events',
  'deliveries',
  'receipts',
  'receipt_requests',
  'late_checks',
  'link_payments',
  'link_notices',
] as const;

/** The highest id among stored payments and payments that other rows name; 0 when there are none. */
export async function readLastPaymentId(reader: Reader): Promise<number> {
  const highest = NAMING.map((table) => `(SELECT MAX(payment_id) FROM ${table})`);
  const rows = await reader.query<Row & { id: number | null }>(
    ['(SELECT MAX(id) FROM payments)', '(SELECT MAX(about) FROM postings)', ...highest]
      .map((each) => `SELECT ${each} AS id`)
      .join(' UNION ALL '),
  );
  return Math.max(0, ...rows.map(({ id }) => id ?? 0));
}

/** Whether a payment with this id exists, or a row that names it. */
export async function isKnownPayment(reader: Reader, id: number): Promise<boolean> {
  const naming = NAMING.map((table) => `UNION ALL SELECT 1 FROM ${table} WHERE payment_id = $1`);
  const rows = await reader.query(
    `SELECT 1 FROM payments WHERE id = $1 UNION ALL SELECT 1 FROM postings WHERE about = $1 ${naming.join(' ')} LIMIT 1`,
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
