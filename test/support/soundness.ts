import assert from 'node:assert/strict';
import type { Database, Row } from '../../src/storage/database.ts';

/**
 * What holds in every store at every moment between two transactions, whatever happened to the processes that wrote it:
 * each query finds what breaks a rule, and must find nothing.
 */
const RULES: Record<string, string> = {
  'a final payment has its one event, an open one has none': `
    SELECT p.id, p.status, e.kind FROM payments p LEFT JOIN events e ON e.payment_id = p.id
     WHERE COALESCE(e.kind, 'none') <> CASE p.status WHEN 'completed' THEN 'payment.success' WHEN 'failed' THEN 'payment.failed' ELSE 'none' END`,
  'an event belongs to its payment: website, moment, and a place in the feed exactly when it is a test': `
    SELECT e.payment_id FROM events e LEFT JOIN payments p ON p.id = e.payment_id
     WHERE p.id IS NULL OR e.website_id <> p.website_id OR e.created_at_us <> p.finished_at_us
        OR (e.feed_position IS NOT NULL) <> (p.mode = 'test')`,
  'feed positions are 1, 2, 3, … without a gap or a repeat, up to the last one given': `
    SELECT f.website_id, f.last_position, count(e.feed_position) AS events FROM feeds f
      LEFT JOIN events e ON e.website_id = f.website_id AND e.feed_position IS NOT NULL
     GROUP BY f.website_id, f.last_position
    HAVING count(e.feed_position) <> f.last_position OR count(DISTINCT e.feed_position) <> f.last_position
        OR COALESCE(max(e.feed_position), 0) <> f.last_position`,
  'the kept counts are the rows': `
    SELECT api_key_id, days, first_day, method, status, sum(kept) AS kept, sum(counted) AS counted FROM (
      SELECT api_key_id, days, first_day, method, status, payments AS kept, 0 AS counted FROM payment_counts
      UNION ALL
      SELECT api_key_id, 1, created_at_us / 86400000000, method, status, 0, 1 FROM payments
      UNION ALL
      SELECT api_key_id, 32, created_at_us / 86400000000 / 32 * 32, method, status, 0, 1 FROM payments
    ) AS both_sides GROUP BY api_key_id, days, first_day, method, status HAVING sum(kept) <> sum(counted)`,
  'a payment is of its key: website and mode': `
    SELECT p.id FROM payments p JOIN api_keys k ON k.id = p.api_key_id
     WHERE p.website_id <> k.website_id OR p.mode <> k.mode`,
};

/** Fails with the rule and the rows that break it. */
export async function assertSound(db: Pick<Database, 'query'>): Promise<void> {
  for (const [rule, sql] of Object.entries(RULES)) {
    const broken = await db.query<Row>(`${sql} LIMIT 5`);
    assert.deepEqual(
      broken.map((row) => ({ ...row })),
      [],
      rule,
    );
  }
}
