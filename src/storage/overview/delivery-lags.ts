import type { Mode } from '../../domain/payment.ts';
import type { Database, Row, Value } from '../database.ts';
import { matching } from '../matching.ts';

/**
 * How long after their event the newest deliveries of a time arrived, microseconds: a sample, because nothing adds them up. Of one website,
 * or of all. Those that have not arrived are left out.
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
    /** Events from here on, and before that; microseconds since 1970. */
    fromUs: number;
    toUs: number;
    most: number;
  },
): Promise<number[]> {
  const params: Value[] = [];
  // Of a website an index has those that arrived; of all one has those of any status.
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
