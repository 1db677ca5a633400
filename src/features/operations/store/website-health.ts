import type { Database, Row } from '../../../database/database.ts';

/** How many of a website's oldest pending deliveries are searched for failed attempts. */
const LOOKED_AT = 1_000;

/** How a website's endpoint accepts deliveries. */
export interface EndpointTimes {
  /** When the newest delivered event was accepted; null if none was. */
  readonly lastDeliveredAtUs: number | null;
  /** The time of the oldest event that is being retried; null if none is. */
  readonly failingSinceUs: number | null;
}

/** Reads the start of two ranges of an index. */
export async function readEndpointTimes(db: Pick<Database, 'query'>, websiteId: string): Promise<EndpointTimes> {
  const [[delivered], [failing]] = await Promise.all([
    db.query<Row & { at_us: number | null }>(
      `SELECT delivered_at_us AS at_us FROM deliveries WHERE website_id = $1 AND status = 'delivered'
        ORDER BY created_at_us DESC, id DESC LIMIT 1`,
      [websiteId],
    ),
    db.query<Row & { at_us: number | null }>(
      `SELECT MIN(created_at_us) AS at_us FROM (
          SELECT created_at_us, attempts FROM deliveries WHERE website_id = $1 AND status = 'pending'
           ORDER BY created_at_us, id LIMIT ${LOOKED_AT}) AS oldest WHERE attempts > 0`,
      [websiteId],
    ),
  ]);
  return { lastDeliveredAtUs: delivered?.at_us ?? null, failingSinceUs: failing?.at_us ?? null };
}
