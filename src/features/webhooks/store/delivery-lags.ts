import type { Mode } from '../../../core/payment.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { matching } from '../../../database/matching.ts';

/**
 * How long after their event the newest deliveries of a time range arrived, in microseconds. This is a sample for one
 * website, or for all, because no totals are stored. Deliveries that have not arrived are omitted.
 */
export async function sampleDeliveryLags(
  db: Pick<Database, 'query'>,
  {
    websiteId,
    mode,
    fromUs,
    toUs,
    most,
  }: {
    websiteId: string | undefined;
    mode: Mode;
    /** Events from `fromUs` on, and before `toUs`; microseconds since 1970. */
    fromUs: number;
    toUs: number;
    most: number;
  },
): Promise<number[]> {
  const params: Value[] = [];
  // One website's deliveries that arrived are a range of an index. For all websites, the range has deliveries of every status.
  const conditions = matching(params, websiteId === undefined ? {} : { website_id: websiteId, status: 'delivered' });
  conditions.push(`created_at_us >= $${params.push(fromUs)}`, `created_at_us < $${params.push(toUs)}`);
  const rows = await db.query<Row & { lag: number }>(
    `SELECT d.delivered_at_us - d.event_at_us AS lag FROM (
        SELECT payment_id, event_at_us, delivered_at_us FROM deliveries WHERE ${conditions.join(' AND ')}
         ORDER BY created_at_us DESC, id DESC LIMIT $${params.push(most)}) AS d
       JOIN payments p ON p.id = d.payment_id AND p.mode = $${params.push(mode)}
      WHERE d.delivered_at_us IS NOT NULL`,
    params,
  );
  return rows.map(({ lag }) => Math.max(0, lag));
}
