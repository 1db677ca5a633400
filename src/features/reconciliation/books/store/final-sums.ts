import { US_PER_HOUR } from '../../../../core/durations.ts';
import type { Row } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';
import { ADDED, WAIT_COLUMNS, WAIT_ENDS } from '../../../payments/store/payment-sums.ts';
import type { IdRange } from './payment-pages.ts';

/**
 * The totals of final payments: their number, their amounts in minor units, and how many were paid in each bucket of
 * waits.
 */
export const SUMMED = ADDED;

/** Final payments of one kind: their totals for an hour. */
export interface HourSum {
  readonly websiteId: string;
  readonly mode: string;
  readonly method: string;
  readonly currency: string;
  /** `completed`, or the failure reason. */
  readonly outcome: string;
  /** The hour in which they became final, counted in hours since 1970. */
  readonly hour: number;
  /** In the order of `SUMMED`. */
  readonly sums: readonly number[];
}

interface HourRow extends Row {
  website_id: string;
  mode: string;
  method: string;
  currency: string;
  outcome: string;
  hour: number;
  payments: number;
  amount_minor: number;
  wait: string | null;
}

/**
 * The bucket of a completed payment's wait, as `insertSums` counts it. NULL for other payments, and for the charges of
 * a subscription, for which no customer waits.
 */
const WAIT = `CASE WHEN p.status <> 'completed' OR p.subscription_id IS NOT NULL THEN NULL
  ${WAIT_ENDS.map((end) => `WHEN p.finished_at_us - p.created_at_us <= ${end * 1_000_000} THEN 'wait_${end}'`).join(' ')}
  ELSE 'wait_more' END`;

/** The totals of the final payments of a range, by the hour in which they became final. */
export async function sumFinalPayments(reader: Reader, { after, through }: IdRange): Promise<HourSum[]> {
  const rows = await reader.query<HourRow>(
    `SELECT p.website_id, p.mode, p.method, p.currency, COALESCE(p.failure_reason, 'completed') AS outcome,
       p.finished_at_us / ${US_PER_HOUR} AS hour, ${WAIT} AS wait, COUNT(*) AS payments,
       CAST(SUM(p.amount_minor) AS BIGINT) AS amount_minor
       FROM payments p WHERE p.id > $1 AND p.id <= $2 AND p.finished_at_us IS NOT NULL
      GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    [after, through],
  );
  return rows.map((row) => ({
    websiteId: row.website_id,
    mode: row.mode,
    method: row.method,
    currency: row.currency,
    outcome: row.outcome,
    hour: row.hour,
    sums: [row.payments, row.amount_minor, ...WAIT_COLUMNS.map((name) => (name === row.wait ? row.payments : 0))],
  }));
}

/** Stored sums of one kind of payments. */
export interface KeptSum extends Omit<HourSum, 'hour'> {
  /** An hour, or a day of Haiti. */
  readonly hours: 1 | 24;
  /** The number of this hour or day since 1970. */
  readonly period: number;
}

/** The stored sums of a website, or of all together for the empty text. */
export async function readKeptSums(reader: Reader, websiteId: string): Promise<KeptSum[]> {
  const sums = SUMMED.map((name) => `CAST(SUM(s.${name}) AS BIGINT) AS ${name}`).join(', ');
  const rows = await reader.query<
    Row & { mode: string; hours: 1 | 24; period: number; method: string; currency: string; outcome: string }
  >(
    `SELECT s.mode, s.hours, s.period, s.method, s.currency, s.outcome, ${sums} FROM payment_sums s
      WHERE s.website_id = $1 GROUP BY s.mode, s.hours, s.period, s.method, s.currency, s.outcome`,
    [websiteId],
  );
  return rows.map(({ mode, hours, period, method, currency, outcome, ...row }) => ({
    websiteId,
    mode,
    method,
    currency,
    outcome,
    hours,
    period,
    sums: SUMMED.map((name) => row[name] as number),
  }));
}
