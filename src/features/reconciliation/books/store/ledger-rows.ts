import type { Mode, PaymentStatus } from '../../../../core/payment.ts';
import type { Row } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';
import type { IdRange } from './payment-pages.ts';

/** A completed payment with a wrong entry. */
export interface FaultyEntry {
  readonly id: number;
  /** `unbalanced`: its lines do not form an entry. `mismatch`: they form an entry that does not match the payment. */
  readonly fault: 'missing' | 'unbalanced' | 'mismatch';
}

const APART = `d.amount_minor + s.amount_minor <> 0 OR d.currency <> s.currency OR d.website_id <> s.website_id OR d.mode <> s.mode
  OR d.at_us <> s.at_us`;

/** The completed payments of a range whose entry does not move their amount from the sales to their provider. */
export async function listFaultyEntries(reader: Reader, { after, through }: IdRange): Promise<FaultyEntry[]> {
  const line = (name: string, nth: number) => `LEFT JOIN postings ${name} ON ${name}.about = p.id AND ${name}.about > $1
    AND ${name}.about <= $2 AND ${name}.entry = 'completed' AND ${name}.line = ${nth}`;
  return reader.query<Row & { id: number; fault: FaultyEntry['fault'] }>(
    `SELECT p.id, CASE WHEN d.about IS NULL AND s.about IS NULL THEN 'missing'
        WHEN d.about IS NULL OR s.about IS NULL OR ${APART} THEN 'unbalanced' ELSE 'mismatch' END AS fault
      FROM payments p ${line('d', 1)} ${line('s', 2)}
      WHERE p.id > $1 AND p.id <= $2 AND p.status = 'completed'
        AND (d.about IS NULL OR s.about IS NULL OR ${APART} OR d.account <> 'due:' || p.method OR s.account <> 'sales'
          OR d.amount_minor <> p.amount_minor OR d.currency <> p.currency OR d.website_id <> p.website_id OR d.mode <> p.mode
          OR d.at_us <> p.finished_at_us)
      ORDER BY p.id`,
    [after, through],
  );
}

/** A line of an entry `completed` that no completed payment explains. */
export interface StrayLine {
  readonly about: number;
  readonly mode: Mode;
  readonly atUs: number;
  /** The status of the payment; null if it is not stored. */
  readonly status: PaymentStatus | null;
}

/** The lines of entries `completed` of a range whose payment is not completed or not stored, and those after the second line. */
export async function listStrayLines(reader: Reader, { after, through }: IdRange): Promise<StrayLine[]> {
  const rows = await reader.query<Row & { about: number; mode: Mode; at_us: number; status: PaymentStatus | null }>(
    `SELECT o.about, o.mode, o.at_us, p.status FROM postings o LEFT JOIN payments p ON p.id = o.about AND p.id > $1 AND p.id <= $2
      WHERE o.about > $1 AND o.about <= $2 AND o.entry = 'completed' AND (p.id IS NULL OR p.status <> 'completed' OR o.line > 2)
      ORDER BY o.about, o.line`,
    [after, through],
  );
  return rows.map(({ about, mode, at_us: atUs, status }) => ({ about, mode, atUs, status }));
}

/** The payments of a range that have refunds and are stored. */
export async function listRefundedPayments(reader: Reader, { after, through }: IdRange): Promise<number[]> {
  const rows = await reader.query<Row & { id: number }>(
    `SELECT DISTINCT p.id FROM refunds r JOIN payments p ON p.id = r.payment_id
      WHERE r.payment_id > $1 AND r.payment_id <= $2`,
    [after, through],
  );
  return rows.map(({ id }) => id);
}
