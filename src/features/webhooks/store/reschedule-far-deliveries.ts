import type { Database } from '../../../database/database.ts';
import { QUEUES } from './due-websites.ts';

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
