import { US_PER_DAY } from '../../../core/durations.ts';
import { PAYMENT_METHODS } from '../../../core/payment.ts';
import { REFUND_ROUTES } from '../../../core/refund.ts';

/** The longest time from the creation of a payment to its completion that is looked at, in microseconds: a week. */
const MAX_COURSE_US = 7 * US_PER_DAY;

/**
 * How long after a period's end a refund of it counts, in microseconds. Payouts without missing payments are counted again for 90 days: if the
 * provider deducts such a refund without having paid the payment, there is still a month in which the payment counts as missing again.
 */
const RETURNED_WITHIN_US = 60 * US_PER_DAY;

const MATCHED = "FROM payout_lines l WHERE l.payment_id = p.id AND (l.state = 'matched' OR l.state = 'reversing')";

/** The methods whose provider returns the charge itself. With the others, a refund is a transfer, and a statement has the payment all the same. */
const RETURNING = PAYMENT_METHODS.filter((method) => REFUND_ROUTES[method].live === 'provider');

/** The SQL condition that no line of a statement is matched with the payment `p`. */
export const IN_NO_PAYOUT = `(SELECT COUNT(*) ${MATCHED} AND l.kind = 'payment') = 0`;

/**
 * The SQL condition that the live payment `p` completed in the period from `from` on and before `to`, both SQL, and that its provider still owes it
 * money: no line of a statement is matched with it, and it was not wholly refunded by the provider. A charge that was voided is in no statement. A refund that a
 * statement has deducted returns nothing that the provider owes, because the payment is then still to be paid out.
 */
export function isMissing({ from, to }: { readonly from: string; readonly to: string }): string {
  return `p.mode = 'live' AND p.status = 'completed'
    AND p.created_at_us >= ${from} - ${MAX_COURSE_US} AND p.created_at_us < ${to}
    AND p.finished_at_us >= ${from} AND p.finished_at_us < ${to}
    AND ${IN_NO_PAYOUT}
    AND (p.method NOT IN (${RETURNING.map((method) => `'${method}'`).join(', ')}) OR (SELECT COUNT(*) ${MATCHED} AND l.kind = 'refund') > 0
      OR (SELECT COALESCE(SUM(f.amount_minor), 0) FROM refunds f WHERE f.payment_id = p.id AND f.status = 'succeeded'
        AND f.ended_at_us < ${to} + ${RETURNED_WITHIN_US}) < p.amount_minor)`;
}
