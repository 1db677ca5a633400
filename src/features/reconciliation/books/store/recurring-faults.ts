import type { Row } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';
import type { IdRange } from './payment-pages.ts';

/** A range of all subscriptions by their ids: after `after`, up to and including `through`. */
export interface SubscriptionRange {
  readonly after: string;
  readonly through: string;
}

/** The subscriptions of a range that do not match their first payment. */
export async function listUnfoundedSubscriptions(
  reader: Reader,
  { after, through }: SubscriptionRange,
): Promise<string[]> {
  const rows = await reader.query<Row & { id: string }>(
    `SELECT s.id FROM subscriptions s LEFT JOIN payments f ON f.id = s.first_payment_id
      WHERE s.id > $1 AND s.id <= $2 AND (f.id IS NULL OR f.status <> 'completed' OR f.recurring_interval IS NULL
         OR f.recurring_interval <> s.recurring_interval OR f.recurring_interval_count <> s.recurring_interval_count
         OR f.finished_at_us <> s.anchor_at_us OR s.id <> 'sub_' || CAST(s.first_payment_id AS TEXT) OR f.website_id <> s.website_id OR f.api_key_id <> s.api_key_id OR f.mode <> s.mode)
      ORDER BY s.id`,
    [after, through],
  );
  return rows.map(({ id }) => id);
}

/** The charges of a range that differ from their first payment in amount, website, key or mode. */
export async function listFaultyCharges(reader: Reader, { after, through }: SubscriptionRange): Promise<number[]> {
  const rows = await reader.query<Row & { id: number }>(
    `SELECT c.id FROM subscriptions s JOIN payments f ON f.id = s.first_payment_id
       JOIN payments c ON c.subscription_id = s.id
      WHERE s.id > $1 AND s.id <= $2 AND (c.amount_minor <> f.amount_minor OR c.currency <> f.currency
         OR c.website_id <> f.website_id OR c.api_key_id <> f.api_key_id OR c.mode <> f.mode)
      ORDER BY c.id`,
    [after, through],
  );
  return rows.map(({ id }) => id);
}

/** The active subscriptions of a range that have passed more cycles than were charged, attempted or skipped. */
export async function listMissingPeriods(
  reader: Reader,
  { after, through }: SubscriptionRange,
): Promise<{ id: string; missing: number }[]> {
  const rows = await reader.query<Row & { id: string; missing: number }>(
    `SELECT judged.id, judged.passed - judged.known AS missing FROM (
       SELECT s.id, s.next_period - 1 AS passed, s.periods_left_out + (
         SELECT COUNT(DISTINCT c.subscription_period) FROM payments c
          WHERE c.subscription_id = s.id AND c.subscription_period < s.next_period) AS known
         FROM subscriptions s WHERE s.id > $1 AND s.id <= $2 AND s.status = 'active') AS judged
      WHERE judged.known < judged.passed ORDER BY judged.id`,
    [after, through],
  );
  return rows.map(({ id, missing }) => ({ id, missing }));
}

/** The cycles of an active subscription, by its charges. Cycles are numbered from 1. */
export interface ChargedCycles {
  readonly id: string;
  /**
   * The number of closed cycles that have a failed charge and no paid charge: among all cycles, and among those after
   * the last paid cycle.
   */
  readonly failed: number;
  readonly failedInARow: number;
  /** Whether money arrived for a charge that had failed: then its cycle may count as paid. */
  readonly hasLateMoney: boolean;
  /** The last cycle that has a charge; 0 without any. */
  readonly last: number;
}

/** The cycles of the active subscriptions of a range, by their charges. Data retention never deletes these charges. */
export async function listChargedCycles(
  reader: Reader,
  { after, through }: SubscriptionRange,
): Promise<ChargedCycles[]> {
  const of = (what: string, condition: string) => `(SELECT ${what} FROM payments c
    WHERE c.subscription_id = s.id AND ${condition})`;
  const paid = `SELECT 1 FROM payments l WHERE l.subscription_id = s.id AND l.status = 'completed' AND l.subscription_period`;
  const isFailed = `c.status = 'failed' AND c.subscription_period < s.next_period AND NOT EXISTS (${paid} = c.subscription_period)`;
  const rows = await reader.query<
    Row & { id: string; failed: number; in_a_row: number; late: number; last: number | null }
  >(
    `SELECT s.id, ${of('COUNT(DISTINCT c.subscription_period)', isFailed)} AS failed,
            ${of(
              'COUNT(DISTINCT c.subscription_period)',
              `${isFailed} AND NOT EXISTS (${paid} > c.subscription_period AND l.subscription_period < s.next_period)`,
            )} AS in_a_row,
            (SELECT COUNT(*) FROM payments c JOIN discrepancies d ON d.payment_id = c.id AND d.kind = 'paid_after_failure'
              WHERE c.subscription_id = s.id) AS late,
            ${of('MAX(c.subscription_period)', '1 = 1')} AS last
       FROM subscriptions s WHERE s.id > $1 AND s.id <= $2 AND s.status = 'active' ORDER BY s.id`,
    [after, through],
  );
  return rows.map(({ id, failed, in_a_row: failedInARow, late, last }) => ({
    id,
    failed,
    failedInARow,
    hasLateMoney: late > 0,
    last: last ?? 0,
  }));
}

/**
 * The subscriptions of a range that stopped since `endedFromUs` (microseconds since 1970) although no charge failed, or
 * none since the last paid cycle. Only a failed charge stops a subscription, either at once or later, when its decline
 * is read.
 */
export async function listStoppedWithoutFailure(
  reader: Reader,
  { after, through, endedFromUs }: SubscriptionRange & { readonly endedFromUs: number },
): Promise<string[]> {
  const rows = await reader.query<Row & { id: string }>(
    `SELECT s.id FROM subscriptions s
      WHERE s.id > $1 AND s.id <= $2 AND s.status = 'stopped' AND s.ended_at_us >= $3
        AND (s.consecutive_failures = 0 OR NOT EXISTS (SELECT 1 FROM payments c
          WHERE c.subscription_id = s.id AND c.subscription_period <= s.next_period AND c.status = 'failed'
            AND NOT EXISTS (SELECT 1 FROM payments l WHERE l.subscription_id = s.id AND l.status = 'completed'
              AND l.subscription_period >= c.subscription_period AND l.finished_at_us <= s.ended_at_us)))
      ORDER BY s.id`,
    [after, through, endedFromUs],
  );
  return rows.map(({ id }) => id);
}

/** The completed payments of a range that a customer made to start a subscription, but that started none. */
export async function listWithoutSubscription(reader: Reader, { after, through }: IdRange): Promise<number[]> {
  const rows = await reader.query<Row & { id: number }>(
    `SELECT p.id FROM payments p
      WHERE p.id > $1 AND p.id <= $2 AND p.recurring_interval IS NOT NULL AND p.status = 'completed'
        AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.first_payment_id = p.id)
      ORDER BY p.id`,
    [after, through],
  );
  return rows.map(({ id }) => id);
}
