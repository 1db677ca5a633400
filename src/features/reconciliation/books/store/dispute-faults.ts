import type { DisputeState } from '../../../../core/dispute.ts';
import type { Row } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';

/** A dispute, and the fields of its payment that it repeats; those are null when the payment is not stored. */
export interface DisputeOfPayment extends Row {
  id: string;
  state: DisputeState;
  website_id: string;
  mode: string;
  method: string;
  payment_status: string | null;
  payment_website: string | null;
  payment_mode: string | null;
  payment_method: string | null;
  /** How many discrepancies say what its state says. */
  cases: number;
  /** How many of its discrepancies are open. */
  open_cases: number;
}

const CASES = `SELECT COUNT(*) FROM discrepancies d WHERE d.payment_id = x.payment_id AND d.method = x.method AND d.provider_ref = x.provider_ref`;

/** The next disputes, by their ids. */
export function listDisputesOfPayments(reader: Reader, after: string, limit: number): Promise<DisputeOfPayment[]> {
  return reader.query<DisputeOfPayment>(
    `SELECT x.id, x.state, x.website_id, x.mode, x.method, p.status AS payment_status, p.website_id AS payment_website,
       p.mode AS payment_mode, p.method AS payment_method,
       (${CASES} AND d.kind = CASE x.state WHEN 'opened' THEN 'disputed' ELSE 'returned_after_completion' END) AS cases,
       (${CASES} AND d.kind IN ('disputed', 'returned_after_completion') AND d.settled_at_us IS NULL) AS open_cases
      FROM disputes x LEFT JOIN payments p ON p.id = x.payment_id
      WHERE x.id > $1 ORDER BY x.id LIMIT $2`,
    [after, limit],
  );
}
