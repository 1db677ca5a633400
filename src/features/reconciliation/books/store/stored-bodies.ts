import type { ShownPayment } from '../../../../core/payment-json.ts';
import type { Row, RowValues } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';
import { readShown, SHOWN_COLUMN_NAMES, shownColumnsOf } from '../../../payments/store/shown-payment.ts';
import type { IdRange } from './payment-pages.ts';

/** The body of a webhook as it is stored, and the final payment that it is about. */
export interface StoredBody {
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
