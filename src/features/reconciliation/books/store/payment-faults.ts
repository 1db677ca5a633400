import { RATE_SCALE } from '../../../../core/money.ts';
import type { Row } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';
import type { BookFaultKind } from '../book-faults.ts';
import type { IdRange } from './payment-pages.ts';

/** Clocks of two nodes may differ by less than this. */
const CLOCKS_DIFFER_US = 10_000_000;
/** Up to these limits the product below fits a BIGINT: `listLargeConversions` handles larger ones. */
const MOST_CONVERTED_MINOR = 10_000_000_000;
const MOST_RATE_E4 = 100_000_000;
const IS_SMALL = `p.original_amount_minor <= ${MOST_CONVERTED_MINOR} AND p.rate_e4 <= ${MOST_RATE_E4}`;

/** The dollar amount of a converted payment, converted to centimes and rounded half up: `usdToHtg` in SQL. */
const CONVERTED = `((p.original_amount_minor * p.rate_e4 * 2 + ${RATE_SCALE}) / ${2 * RATE_SCALE})`;

const EVENT_KIND = `CASE p.status WHEN 'completed' THEN 'payment.success' ELSE 'payment.failed' END`;

/**
 * Fault conditions for a payment with its key, its event and its delivery. NULL is no fault: other checks report missing events and
 * deliveries.
 */
const CONDITIONS: Readonly<Partial<Record<BookFaultKind, string>>> = {
  state_impossible: `p.status = 'pending' AND p.method <> 'card'`,
  key_mismatch: `k.id IS NULL OR p.website_id <> k.website_id OR p.mode <> k.mode`,
  time_order: `p.finished_at_us < p.created_at_us - ${CLOCKS_DIFFER_US}`,
  // For a provider that takes whole gourdes only, the amount was rounded up to the gourde. Within CASE: neither engine
  // may compute the product before it knows that the product fits.
  conversion_wrong: `CASE WHEN ${IS_SMALL} THEN p.amount_minor <> ${CONVERTED}
    AND p.amount_minor <> (${CONVERTED} + 99) / 100 * 100 END`,
  event_unfounded: `e.payment_id IS NOT NULL AND p.finished_at_us IS NULL`,
  event_mismatch: `p.finished_at_us IS NOT NULL AND (e.kind <> ${EVENT_KIND} OR e.website_id <> p.website_id
    OR e.created_at_us <> p.finished_at_us OR (e.feed_position IS NOT NULL) <> (p.mode = 'test')) AND e.payment_id IS NOT NULL`,
  delivery_unfounded: `d.payment_id IS NOT NULL AND p.finished_at_us IS NULL`,
  delivery_mismatch: `p.finished_at_us IS NOT NULL AND (d.event <> ${EVENT_KIND} OR d.website_id <> p.website_id
    OR d.event_at_us <> p.finished_at_us OR d.id <> 'dlv_' || CAST(p.id AS TEXT))`,
};

const WORDS = Object.entries(CONDITIONS)
  .map(([kind, condition]) => `CASE WHEN ${condition} THEN ' ${kind}' ELSE '' END`)
  .join(' || ');

/** A payment of a range with the kinds of its faults. */
export interface FaultyPayment {
  readonly id: number;
  readonly kinds: readonly BookFaultKind[];
}

/** The payments of a range that have faults. Each payment is checked together with its key, its event and its delivery. */
export async function listFaultyPayments(reader: Reader, { after, through }: IdRange): Promise<FaultyPayment[]> {
  const rows = await reader.query<Row & { id: number; kinds: string }>(
    // The joins repeat the condition on the range: without it, PostgreSQL would read the whole tables for each page.
    `SELECT judged.id, judged.kinds FROM (
       SELECT p.id, ${WORDS} AS kinds FROM payments p
         LEFT JOIN api_keys k ON k.id = p.api_key_id
         LEFT JOIN events e ON e.payment_id = p.id AND e.payment_id > $1 AND e.payment_id <= $2
         LEFT JOIN deliveries d ON d.payment_id = p.id AND d.payment_id > $1 AND d.payment_id <= $2
        WHERE p.id > $1 AND p.id <= $2) AS judged
      WHERE judged.kinds <> '' ORDER BY judged.id`,
    [after, through],
  );
  return rows.map(({ id, kinds }) => ({ id, kinds: kinds.trim().split(' ') as BookFaultKind[] }));
}

/** A converted payment whose amounts are too large for the arithmetic of a database. */
export interface LargeConversion {
  readonly id: number;
  /** Minor units, and the rate in units of 1/10,000: as texts, because the largest do not fit a number. */
  readonly originalMinor: string;
  readonly rateE4: string;
  readonly amountMinor: string;
}

/** The conversions of a range that `listFaultyPayments` does not judge because of their size. */
export async function listLargeConversions(reader: Reader, { after, through }: IdRange): Promise<LargeConversion[]> {
  const text = (column: string) => `CAST(p.${column} AS TEXT)`;
  const rows = await reader.query<Row & { id: number; original: string; rate: string; amount: string }>(
    `SELECT p.id, ${text('original_amount_minor')} AS original, ${text('rate_e4')} AS rate, ${text('amount_minor')} AS amount
       FROM payments p WHERE p.id > $1 AND p.id <= $2 AND p.original_amount_minor IS NOT NULL AND NOT (${IS_SMALL})
      ORDER BY p.id`,
    [after, through],
  );
  return rows.map(({ id, original, rate, amount }) => ({
    id,
    originalMinor: original,
    rateE4: rate,
    amountMinor: amount,
  }));
}
