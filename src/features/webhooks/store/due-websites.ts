import type { Database, Row } from '../../../database/database.ts';

/** The two queues of a website. Its URLs for payments and for refunds may be different receivers, so neither waits for the other. */
export const DELIVERY_QUEUES = ['payments', 'refunds'] as const;
export type DeliveryQueue = (typeof DELIVERY_QUEUES)[number];

/**
 * The condition that a delivery is in a queue. Each delivery has one of the two ids. Both conditions are of the form IS NOT NULL: without
 * statistics, PostgreSQL assumes that nearly all rows satisfy it, so a claim reads its first rows by the queue's index. With IS NULL it assumes
 * nearly none, and reads and sorts the whole queue.
 */
export const IN_QUEUE: Readonly<Record<DeliveryQueue, string>> = {
  payments: 'payment_id IS NOT NULL',
  refunds: 'refund_id IS NOT NULL',
};

/** The websites with pending deliveries, each found by one step through the queue's index. */
const QUEUES = queuesWhere('next_attempt_at_us IS NOT NULL');

function queuesWhere(condition: string): string {
  return `WITH RECURSIVE queues (website_id) AS (
       SELECT MIN(website_id) FROM deliveries WHERE ${condition}
       UNION ALL
       SELECT (SELECT MIN(website_id) FROM deliveries WHERE ${condition} AND website_id > queues.website_id)
         FROM queues WHERE queues.website_id IS NOT NULL
     )`;
}

/** A website with deliveries that are due, and since when. */
export interface DueWebsite extends Row {
  readonly website_id: string;
  readonly due_at_us: number;
}

/**
 * The websites with due deliveries, longest waiting first. Steps from website to website through the queue's index, so
 * that a long queue costs as little as a short one. For the queue `payments`, the result also has websites with only
 * refunds due, because its index contains both.
 */
export function websitesWithDueDeliveries(
  db: Database,
  nowUs: number,
  queue: DeliveryQueue = 'payments',
): Promise<DueWebsite[]> {
  const waiting = `next_attempt_at_us IS NOT NULL${queue === 'refunds' ? ` AND ${IN_QUEUE.refunds}` : ''}`;
  return db.query<DueWebsite>(
    `${queuesWhere(waiting)}
     SELECT website_id, due_at_us FROM (
       SELECT q.website_id AS website_id, (SELECT MIN(d.next_attempt_at_us) FROM deliveries d
          WHERE d.website_id = q.website_id AND ${waiting}) AS due_at_us
         FROM queues q WHERE q.website_id IS NOT NULL
     ) AS due WHERE due_at_us <= $1 ORDER BY due_at_us`,
    [nowUs],
  );
}

/**
 * Reschedules deliveries that a wrong clock planned: those after `latestUs`, and those that were already due when the
 * time stepped back from `wasUs` to `nowUs`. Moves them back by that step, which preserves the length of waits, but not
 * before `nowUs`. Without a step (`wasUs` is `nowUs`) they are due at once. Times are microseconds since 1970. Skips
 * deliveries that are being sent (`except`). Moves up to `limit`, and returns how many.
 */
export async function rescheduleFarDeliveries(
  db: Database,
  far: { nowUs: number; wasUs: number; latestUs: number; except: ReadonlySet<string>; limit: number },
): Promise<number> {
  const { nowUs, wasUs, latestUs, except, limit } = far;
  // Through the queue's index, website by website: correctly planned rows are not read.
  const rows = await db.query<{ id: string }>(
    `${QUEUES}
     SELECT d.id AS id FROM queues q JOIN deliveries d ON d.website_id = q.website_id
      WHERE d.next_attempt_at_us > $3
     UNION ALL
     SELECT d.id AS id FROM queues q JOIN deliveries d ON d.website_id = q.website_id
      WHERE d.next_attempt_at_us > $1 AND d.next_attempt_at_us <= $2 AND d.next_attempt_at_us <= $3
     LIMIT $4`,
    [nowUs, wasUs, latestUs, limit + except.size],
  );
  const ids = rows.map(({ id }) => id).filter((id) => !except.has(id));
  if (ids.length === 0) return 0;
  const backUs = wasUs > nowUs ? wasUs - nowUs : Number.MAX_SAFE_INTEGER;
  const listed = ids.map((_, index) => `$${index + 3}`).join(', ');
  const moved = await db.transaction((tx) =>
    tx.query(
      `UPDATE deliveries
          SET next_attempt_at_us = CASE WHEN next_attempt_at_us - $2 > $1 THEN next_attempt_at_us - $2 ELSE $1 END
        WHERE next_attempt_at_us > $1 AND id IN (${listed}) RETURNING id`,
      [nowUs, backUs, ...ids],
    ),
  );
  return moved.length;
}
