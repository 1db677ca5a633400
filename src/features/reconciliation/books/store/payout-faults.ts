import type { Row } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';

/** A payout with lines. Minor units. */
export interface PayoutWithLines extends Row {
  id: string;
  lines: number;
  gross_minor: number;
  fee_minor: number;
}

/** The next payouts with lines, in the order of their ids. */
export function listPayoutsWithLines(reader: Reader, after: string, limit: number): Promise<PayoutWithLines[]> {
  return reader.query<PayoutWithLines>(
    'SELECT id, lines, gross_minor, fee_minor FROM payouts WHERE id > $1 AND digest IS NOT NULL ORDER BY id LIMIT $2',
    [after, limit],
  );
}

/** What the lines of a payout add up to. */
export async function sumPayoutLines(reader: Reader, payoutId: string): Promise<PayoutWithLines> {
  const [sums] = await reader.query<PayoutWithLines>(
    `SELECT CAST($1 AS TEXT) AS id, COUNT(*) AS lines, CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) AS gross_minor,
       CAST(COALESCE(SUM(fee_minor), 0) AS BIGINT) AS fee_minor FROM payout_lines WHERE payout_id = $1`,
    [payoutId],
  );
  return sums ?? { id: payoutId, lines: 0, gross_minor: 0, fee_minor: 0 };
}

/** A line that was matched with a payment or a refund that does not fit it. */
export interface MisfitLine extends Row {
  payout_id: string;
  line: number;
}

/** The matched lines of a payout that differ from their payment or refund, if it is stored. */
export function listMisfitLines(reader: Reader, payoutId: string): Promise<MisfitLine[]> {
  const apart = (
    of: string,
    sign: string,
  ) => `${of}.website_id <> l.website_id OR ${of}.method <> o.method OR ${of}.mode <> 'live'
    OR ${of}.currency <> l.currency OR ${sign}${of}.amount_minor <> l.amount_minor OR ${of}.provider_ref IS NULL OR ${of}.provider_ref <> l.reference`;
  return reader.query<MisfitLine>(
    `SELECT l.payout_id, l.line FROM payout_lines l JOIN payouts o ON o.id = l.payout_id
        LEFT JOIN payments p ON p.id = l.payment_id AND l.kind = 'payment'
        LEFT JOIN refunds r ON r.id = l.refund_id
      WHERE l.payout_id = $1 AND (l.state = 'matched' OR l.state = 'reversing') AND (
        (p.id IS NOT NULL AND (p.status <> 'completed' OR ${apart('p', '')}))
        OR (l.kind = 'refund' AND r.id IS NULL)
        OR (r.id IS NOT NULL AND (r.payment_id <> l.payment_id OR (r.status <> 'succeeded' AND r.status <> 'reversed') OR ${apart('r', '-')})))
      ORDER BY l.line`,
    [payoutId],
  );
}
