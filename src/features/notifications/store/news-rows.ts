import type { Currency } from '../../../core/money.ts';
import type { PaymentMethod } from '../../../core/payment.ts';
import type { Database, Row } from '../../../database/database.ts';
import type { DiscrepancyKind } from '../../payments/discrepancies/discrepancy.ts';

/** The maximum number of rows of one kind that are read. */
const MOST = 1_000;

/** An open discrepancy, with the website of its payment, if it has one. */
export interface OpenDiscrepancy extends Row {
  id: string;
  kind: DiscrepancyKind;
  method: PaymentMethod;
  payment_id: number | null;
  website_id: string | null;
  website: string | null;
}

/** The newest open discrepancies. */
export function listOpenDiscrepancies(db: Pick<Database, 'query'>): Promise<OpenDiscrepancy[]> {
  return db.query<OpenDiscrepancy>(
    `SELECT d.id, d.kind, d.method, d.payment_id, w.id AS website_id, w.name AS website
      FROM (SELECT id, kind, method, payment_id, first_seen_at_us FROM discrepancies WHERE settled_at_us IS NULL
        ORDER BY first_seen_at_us DESC, id DESC LIMIT $1) d
      LEFT JOIN payments p ON p.id = d.payment_id LEFT JOIN websites w ON w.id = p.website_id
      ORDER BY d.first_seen_at_us DESC, d.id DESC`,
    [MOST],
  );
}

/** The first completed live payment of a website. */
export interface FirstPayment extends Row {
  website_id: string;
  website: string;
  id: number;
  method: PaymentMethod;
  amount_minor: number;
  currency: Currency;
  finished_at_us: number;
}

/**
 * The first completed live payments of websites that had none before a day, counted in days since 1970 in Haiti. Websites whose payments may
 * have been moved to an archive are omitted: an archived payment may be in no sum.
 */
export function listFirstPayments(db: Pick<Database, 'query'>, fromDay: number): Promise<FirstPayment[]> {
  const live = "s.website_id = w.id AND s.mode = 'live' AND s.hours = 24 AND s.outcome = 'completed'";
  return db.query<FirstPayment>(
    `SELECT w.id AS website_id, w.name AS website, p.id, p.method, p.amount_minor, p.currency, p.finished_at_us
      FROM websites w JOIN payments p ON p.id = (SELECT f.id FROM payments f
        WHERE f.website_id = w.id AND f.mode = 'live' AND f.status = 'completed' ORDER BY f.created_at_us, f.id LIMIT 1)
      WHERE EXISTS (SELECT 1 FROM payment_sums s WHERE ${live} AND s.period >= $1)
        AND NOT EXISTS (SELECT 1 FROM payment_sums s WHERE ${live} AND s.period < $1)
        AND NOT EXISTS (SELECT 1 FROM archives a WHERE a.before_us > w.created_at_us)
      ORDER BY w.id LIMIT $2`,
    [fromDay, MOST],
  );
}
