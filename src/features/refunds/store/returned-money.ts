import { US_PER_DAY } from '../../../core/durations.ts';
import { CURRENCIES, type Currency, type Money } from '../../../core/money.ts';
import type { Mode, PaymentMethod } from '../../../core/payment.ts';
import type { Database, Row, Value } from '../../../database/database.ts';
import { inList, matching, whereAll } from '../../../database/matching.ts';
import { IS_BACK, isRefundOf } from '../../payments/discrepancies/store/ledger-cases.ts';
import { findAmong } from '../../payments/store/find-by-text.ts';
import type { TotalsFilter } from '../../payments/store/payment-totals.ts';

/** The most returned payments of a filter that are added up. */
const MOST_ADDED = 1_000;
/** A return is never older than its payment; the clock may have been set in between. */
const CLOCK_SLACK_US = US_PER_DAY;

/** Money of completed payments that went back to customers. */
export interface ReturnedSum {
  readonly websiteId: string;
  readonly method: PaymentMethod;
  readonly currency: Currency;
  readonly amountMinor: number;
}

interface SumRow extends Row {
  website_id: string;
  method: PaymentMethod;
  currency: Currency;
  amount_minor: number;
}

/** The refunds that succeeded. */
const REFUNDED = "r.status = 'succeeded'";
/**
 * What providers reported as returned, without the refunds that they name. CROSS JOIN: the embedded store then reads the few
 * discrepancies first, and their payments by id.
 */
const REPORTED_FROM = 'FROM discrepancies d CROSS JOIN payments p';
const REPORTED = `p.id = d.payment_id AND ${IS_BACK} AND NOT EXISTS
  (SELECT 1 FROM refunds own WHERE ${isRefundOf('own', 'd')})`;

/**
 * The money that went back to customers in this time, by website, method and currency: a refund when it succeeded, any other return when its
 * provider first reported it. `websiteIds`: undefined for all websites.
 */
export async function sumReturned(
  db: Pick<Database, 'query'>,
  {
    websiteIds,
    mode,
    fromUs,
    toUs,
  }: {
    readonly websiteIds: readonly string[] | undefined;
    readonly mode: Mode;
    readonly fromUs: number;
    readonly toUs: number;
  },
): Promise<ReturnedSum[]> {
  const params: Value[] = [mode, fromUs, toUs];
  const these = (column: string) => (websiteIds ? ` AND ${inList(params, column, websiteIds)}` : '');
  const rows = await db.query<SumRow>(
    `SELECT website_id, method, currency, CAST(SUM(amount_minor) AS BIGINT) AS amount_minor FROM (
       SELECT r.website_id, r.method, r.currency, r.amount_minor FROM refunds r
        WHERE ${REFUNDED} AND r.mode = $1 AND r.ended_at_us >= $2 AND r.ended_at_us < $3${these('r.website_id')}
       UNION ALL
       SELECT p.website_id, d.method, d.reported_currency AS currency, d.reported_minor AS amount_minor ${REPORTED_FROM}
        WHERE ${REPORTED} AND p.mode = $1 AND d.first_seen_at_us >= $2 AND d.first_seen_at_us < $3${these('p.website_id')}
     ) AS returned GROUP BY website_id, method, currency ORDER BY website_id, method, currency`,
    params,
  );
  return rows.map((row) => ({
    websiteId: row.website_id,
    method: row.method,
    currency: row.currency,
    amountMinor: row.amount_minor,
  }));
}

/** What went back to the customers of some payments. */
export interface Returned {
  /** How many of the payments. */
  readonly payments: number;
  /** In each currency with any. */
  readonly sums: readonly Money[];
}

/** What went back to the customers of these payments. */
export async function returnedOf(db: Pick<Database, 'query'>, paymentIds: readonly number[]): Promise<Returned> {
  if (paymentIds.length === 0) return { payments: 0, sums: [] };
  const params: Value[] = [];
  const rows = await db.query<Row & { payment_id: number; currency: Currency; amount_minor: number }>(
    `SELECT r.payment_id, r.currency, r.amount_minor FROM refunds r WHERE ${inList(params, 'r.payment_id', paymentIds)} AND ${REFUNDED}
     UNION ALL
     SELECT d.payment_id, d.reported_currency AS currency, d.reported_minor AS amount_minor ${REPORTED_FROM}
      WHERE ${inList(params, 'd.payment_id', paymentIds)} AND ${REPORTED}`,
    params,
  );
  const payments = new Set(rows.map(({ payment_id: id }) => id)).size;
  return { payments, sums: summed(rows.map((row) => ({ currency: row.currency, amountMinor: row.amount_minor }))) };
}

/** Adds up money, in each currency with any. */
export function summed(parts: readonly Money[]): Money[] {
  return CURRENCIES.flatMap((currency) => {
    const own = parts.filter((part) => part.currency === currency);
    return own.length === 0 ? [] : [{ currency, amountMinor: own.reduce((sum, part) => sum + part.amountMinor, 0) }];
  });
}

/**
 * What went back to the customers of the payments that a filter and a typed text select, in each currency with any; undefined if the payments
 * of these websites, of this mode and method have more returns since the filter's first time than are read.
 */
export async function returnedOfFilter(
  db: Database,
  filter: TotalsFilter,
  text: string,
  most = MOST_ADDED,
): Promise<readonly Money[] | undefined> {
  const { websiteId, websiteIds, mode, method, fromUs } = filter;
  const idsOf = async (
    from: string,
    of: { readonly id: string; readonly owner: string; readonly method: string; readonly atUs: string },
    condition: string,
  ) => {
    const params: Value[] = [];
    const conditions = matching(params, {
      [`${of.owner}.website_id`]: websiteId,
      [`${of.owner}.mode`]: mode,
      [of.method]: method,
    });
    if (websiteIds) conditions.push(inList(params, `${of.owner}.website_id`, websiteIds));
    if (fromUs !== undefined) conditions.push(`${of.atUs} >= $${params.push(fromUs - CLOCK_SLACK_US)}`);
    const rows = await db.query<Row & { id: number }>(
      `SELECT DISTINCT ${of.id} AS id ${from} ${whereAll([condition, ...conditions])} LIMIT $${params.push(most + 1)}`,
      params,
    );
    return rows.map(({ id }) => id);
  };
  const found = await Promise.all([
    idsOf('FROM refunds r', { id: 'r.payment_id', owner: 'r', method: 'r.method', atUs: 'r.ended_at_us' }, REFUNDED),
    idsOf(REPORTED_FROM, { id: 'd.payment_id', owner: 'p', method: 'd.method', atUs: 'd.first_seen_at_us' }, REPORTED),
  ]);
  const ids = [...new Set(found.flat())].sort((a, b) => b - a);
  if (ids.length === 0) return [];
  if (ids.length > most) return undefined;
  const payments = await findAmong(db, { ...filter, status: 'completed' }, text, ids);
  return (
    await returnedOf(
      db,
      payments.map(({ id }) => id),
    )
  ).sums;
}
