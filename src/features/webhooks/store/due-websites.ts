import type { Database, Row } from '../../../database/database.ts';

/** The websites with pending deliveries, each found by one step through the queue's index. */
export const QUEUES = `WITH RECURSIVE queues (website_id) AS (
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
 * The websites that have something due, longest waiting first. Steps from website to website through the queue's index,
 * so that a website with a long queue costs as little as a website with a short queue.
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
