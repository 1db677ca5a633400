import assert from 'node:assert/strict';
import type { Database, Row } from '../../src/database/database.ts';
import { checkAuditLog } from '../../src/features/audit/check-audit-log.ts';

/**
 * Rules that hold in every store between any two transactions, whatever happened to the processes that wrote it. Each query finds the rows
 * that break a rule, and must find none.
 */
const RULES: Record<string, string> = {
  'a final payment has exactly one event, an open one has none': `
    SELECT p.id, p.status, e.kind FROM payments p LEFT JOIN events e ON e.payment_id = p.id
     WHERE COALESCE(e.kind, 'none') <> CASE p.status WHEN 'completed' THEN 'payment.success' WHEN 'failed' THEN 'payment.failed' ELSE 'none' END`,
  'an event has the website and the time of its payment, and a position in the feed only if the payment is a test': `
    SELECT e.payment_id FROM events e LEFT JOIN payments p ON p.id = e.payment_id
     WHERE p.id IS NULL OR e.website_id <> p.website_id OR e.created_at_us <> p.finished_at_us
        OR (e.feed_position IS NOT NULL) <> (p.mode = 'test')`,
  'feed positions are 1, 2, 3, … without a gap or a repetition, up to the last one that was assigned': `
    SELECT f.website_id, f.last_position, count(e.feed_position) AS events FROM feeds f
      LEFT JOIN (SELECT website_id, feed_position FROM events WHERE feed_position IS NOT NULL
                 UNION ALL SELECT website_id, feed_position FROM refund_events) AS e ON e.website_id = f.website_id
     GROUP BY f.website_id, f.last_position
    HAVING count(e.feed_position) <> f.last_position OR count(DISTINCT e.feed_position) <> f.last_position
        OR COALESCE(max(e.feed_position), 0) <> f.last_position`,
  'a test refund that has ended has the event of its status in the feed': `
    SELECT r.id, r.status FROM refunds r LEFT JOIN refund_events e ON e.refund_id = r.id AND e.kind = 'refund.' || r.status
     WHERE r.mode = 'test' AND r.ended_at_us IS NOT NULL AND e.refund_id IS NULL`,
  'the stored counts equal the counts of the rows': `
    SELECT api_key_id, days, first_day, method, status, sum(kept) AS kept, sum(counted) AS counted FROM (
      SELECT api_key_id, days, first_day, method, status, payments AS kept, 0 AS counted FROM payment_counts
      UNION ALL
      SELECT api_key_id, 1, created_at_us / 86400000000, method, status, 0, 1 FROM payments
      UNION ALL
      SELECT api_key_id, 32, created_at_us / 86400000000 / 32 * 32, method, status, 0, 1 FROM payments
    ) AS both_sides GROUP BY api_key_id, days, first_day, method, status HAVING sum(kept) <> sum(counted)`,
  'a cycle of a subscription has at most one open or completed payment': `
    SELECT subscription_id, subscription_period, count(*) AS payments FROM payments
     WHERE subscription_id IS NOT NULL AND status <> 'failed' GROUP BY subscription_id, subscription_period HAVING count(*) > 1`,
  'the next cycle of a subscription is not before any cycle that has a payment': `
    SELECT s.id, s.next_period FROM subscriptions s
     WHERE s.next_period < (SELECT max(p.subscription_period) FROM payments p WHERE p.subscription_id = s.id)`,
  'a charge has the same values as the payment that started its subscription': `
    SELECT p.id FROM payments p JOIN subscriptions s ON s.id = p.subscription_id JOIN payments f ON f.id = s.first_payment_id
     WHERE p.website_id <> f.website_id OR p.api_key_id <> f.api_key_id OR p.mode <> f.mode OR p.amount_minor <> f.amount_minor
        OR p.currency <> f.currency OR COALESCE(p.reference, '') <> COALESCE(f.reference, '')
        OR COALESCE(p.metadata, '') <> COALESCE(f.metadata, '') OR p.customer_name <> f.customer_name`,
  'a completed test payment with an interval has started a subscription, and only completed payments with an interval have': `
    SELECT p.id FROM payments p LEFT JOIN subscriptions s ON s.first_payment_id = p.id
     WHERE (s.id IS NOT NULL AND (p.status <> 'completed' OR p.recurring_interval IS NULL))
        OR (s.id IS NULL AND p.mode = 'test' AND p.status = 'completed' AND p.recurring_interval IS NOT NULL)`,
  'a website has exactly the logo that it names': `
    SELECT w.id, w.logo_hash, l.hash FROM websites w LEFT JOIN logos l ON l.website_id = w.id
     WHERE COALESCE(w.logo_hash, '') <> COALESCE(l.hash, '') OR w.logo_type <> l.type`,
  'a receipt belongs to a completed payment with an e-mail address': `
    SELECT r.payment_id FROM receipts r JOIN payments p ON p.id = r.payment_id
     WHERE p.status <> 'completed' OR p.customer_email IS NULL`,
  'the state of a payment in its link agrees with the payment, and the counts of a link agree with its payments': `
    SELECT k.id, k.open_payments, k.paid_payments, k.failed_payments, k.open_units, k.paid_units, k.paid_htg_minor FROM payment_links k
      LEFT JOIN link_payments l ON l.link_id = k.id LEFT JOIN payments p ON p.id = l.payment_id
     GROUP BY k.id, k.open_payments, k.paid_payments, k.failed_payments, k.open_units, k.paid_units, k.paid_htg_minor
    HAVING k.open_payments <> count(CASE WHEN l.state = 'open' THEN 1 END) OR k.paid_payments <> count(CASE WHEN l.state = 'paid' THEN 1 END)
        OR k.failed_payments <> count(CASE WHEN l.state = 'failed' THEN 1 END)
        OR k.open_units <> COALESCE(sum(CASE WHEN l.state = 'open' THEN l.quantity END), 0)
        OR k.paid_units <> COALESCE(sum(CASE WHEN l.state = 'paid' THEN l.quantity END), 0)
        OR k.paid_htg_minor <> COALESCE(sum(CASE WHEN l.state = 'paid' AND l.currency = 'HTG' THEN l.amount_minor END), 0)
        OR count(CASE WHEN p.id IS NOT NULL AND l.state <> CASE p.status WHEN 'completed' THEN 'paid' WHEN 'failed' THEN 'failed' ELSE 'open' END THEN 1 END) > 0`,
  'a checkout session has at most one completed payment, which it names, and its counts agree with its payments': `
    SELECT c.id, c.attempts, c.open_payments, c.paid_payment_id FROM checkout_sessions c
      LEFT JOIN session_payments s ON s.session_id = c.id LEFT JOIN payments p ON p.id = s.payment_id
     GROUP BY c.id, c.attempts, c.open_payments, c.paid_payment_id
    HAVING c.attempts <> count(s.payment_id) OR c.open_payments <> count(CASE WHEN s.state = 'open' THEN 1 END)
        OR count(CASE WHEN p.status = 'completed' THEN 1 END) > 1
        OR count(CASE WHEN p.status = 'completed' AND p.id <> COALESCE(c.paid_payment_id, 0) THEN 1 END) > 0
        OR count(CASE WHEN p.id IS NOT NULL AND s.state <> CASE p.status WHEN 'completed' THEN 'paid' WHEN 'failed' THEN 'failed' ELSE 'open' END THEN 1 END) > 0`,
  'the entry of a completed payment moves its amount from the sales to its provider, and no other payment has one': `
    SELECT p.id, p.status FROM payments p WHERE (SELECT before_id FROM ledger_fill) IS NULL
       AND CASE p.status WHEN 'completed' THEN 2 ELSE 0 END <> (SELECT count(*) FROM postings o
         WHERE o.about = p.id AND o.entry = 'completed' AND o.website_id = p.website_id AND o.mode = p.mode AND o.currency = p.currency
           AND o.at_us = p.finished_at_us AND ((o.account = 'due:' || p.method AND o.amount_minor = p.amount_minor)
             OR (o.account = 'sales' AND o.amount_minor = -p.amount_minor)))`,
  'the lines of an entry in the ledger sum to zero': `
    SELECT about, entry, currency FROM postings GROUP BY about, entry, currency HAVING SUM(amount_minor) <> 0`,
  'a payment has the website and the mode of its key': `
    SELECT p.id FROM payments p JOIN api_keys k ON k.id = p.api_key_id
     WHERE p.website_id <> k.website_id OR p.mode <> k.mode`,
};

/** Asserts all rules. A failure shows the rule and the rows that break it. */
export async function assertSound(db: Pick<Database, 'query'>): Promise<void> {
  for (const [rule, sql] of Object.entries(RULES)) {
    const broken = await db.query<Row>(`${sql} LIMIT 5`);
    assert.deepEqual(
      broken.map((row) => ({ ...row })),
      [],
      rule,
    );
  }
  assert.equal((await checkAuditLog(db)).fault, undefined, 'the audit log is one chain up to its head');
}
