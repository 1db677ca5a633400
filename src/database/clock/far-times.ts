import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE } from '../../core/durations.ts';
import type { Database, Row, Value } from '../database.ts';

/** Longer than any lease of an open payment, and than any of its waits except the wait for its expiry. */
const LONGEST_CHECK_US = 2 * US_PER_HOUR;
/** Longer than the longest wait between two checks of a failed payment. */
const LONGEST_LATE_CHECK_US = 73 * US_PER_HOUR;
/** Longer than a subscription may wait beyond its interval, and than any lease. */
const LONGEST_PAUSE_US = 2 * US_PER_DAY;
const LEASE_US = 10 * US_PER_MINUTE;

/**
 * Reschedules work that a wrong clock has planned impossibly far in the future. Otherwise the work would be late by as much as the clock
 * was ahead. The code that processes rescheduled work checks first whether it is due. An open payment that was created in the future gets
 * its full time from now on. Idempotent. Returns how many rows it moved.
 *
 * @param nowUs the time, which must be trusted
 * @param wasUs the time before it stepped back; `nowUs` when it did not step back. Work that was due at that time stays due.
 */
export async function rescheduleFarTimes(db: Database, { nowUs, wasUs }: FarTimes): Promise<number> {
  let moved = 0;
  const move = async (sql: string, params: readonly Value[]) => {
    moved += (await db.transaction((tx) => tx.query<Row>(sql, params))).length;
  };
  // These payments were created in the future, by more than their lifetime. A payment that was moved no longer meets the condition.
  await move(
    `UPDATE payments SET next_check_at_us = $1, expires_at_us = CAST($1 AS BIGINT) + (expires_at_us - created_at_us)
      WHERE next_check_at_us > $1 AND created_at_us > $1 AND expires_at_us > created_at_us
        AND expires_at_us - created_at_us < created_at_us - CAST($1 AS BIGINT) RETURNING id`,
    [nowUs],
  );
  await move(
    `UPDATE payments SET next_check_at_us = $1 WHERE next_check_at_us > $1
        AND ((next_check_at_us > $2 AND next_check_at_us > expires_at_us) OR next_check_at_us <= $3) RETURNING id`,
    // An open payment is checked at least once an hour.
    [nowUs, nowUs + LONGEST_CHECK_US, wasUs > nowUs ? wasUs + LONGEST_CHECK_US : nowUs],
  );
  await move(
    `UPDATE late_checks SET next_check_at_us = $1
      WHERE next_check_at_us > $1 AND (next_check_at_us > $2 OR next_check_at_us <= $3) RETURNING payment_id`,
    [nowUs, nowUs + LONGEST_LATE_CHECK_US, wasUs],
  );
  // Processing a subscription schedules it again: its due date follows from its anchor, unless a test clock runs ahead.
  await move(
    `UPDATE subscriptions SET next_charge_at_us = $1
      WHERE next_charge_at_us > $1 AND test_clock_us IS NULL AND (next_charge_at_us <= $2
        OR next_charge_at_us > CAST($3 AS BIGINT) + recurring_interval_count * (CASE recurring_interval WHEN 'daily' THEN CAST($4 AS BIGINT)
          WHEN 'weekly' THEN 7 * CAST($4 AS BIGINT) WHEN 'monthly' THEN 31 * CAST($4 AS BIGINT) ELSE 366 * CAST($4 AS BIGINT) END)) RETURNING id`,
    [nowUs, wasUs > nowUs ? wasUs + LEASE_US : nowUs, nowUs + LONGEST_PAUSE_US, US_PER_DAY],
  );
  return moved;
}

export interface FarTimes {
  readonly nowUs: number;
  readonly wasUs: number;
}
