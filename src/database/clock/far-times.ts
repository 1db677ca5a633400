import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE } from '../../core/durations.ts';
import type { Database, Row, Value } from '../database.ts';

/**
 * No open payment waits this long for its next check, except for the check at its expiry. No refund that has not ended
 * waits this long for its next step. No lease of either is this long.
 */
const LONGEST_WAIT_US = 2 * US_PER_HOUR;
/** Longer than the longest wait between two checks of a failed payment. */
const LONGEST_LATE_CHECK_US = 73 * US_PER_HOUR;
/** A subscription's next charge is never planned further ahead than its interval plus this. No lease is this long. */
const LONGEST_OVERTIME_US = 2 * US_PER_DAY;
const LEASE_US = 10 * US_PER_MINUTE;

/**
 * Reschedules work that a wrong clock has planned impossibly far in the future. Otherwise the work would be late by as
 * much as the clock was ahead. This is safe, because the code that processes the work first checks whether it is due.
 * An open payment that was created in the future gets its full time from now on. Idempotent. Returns how many rows it
 * moved.
 *
 * @param nowUs the time, which must be trusted
 * @param wasUs the latest time that the clock had shown before it stepped back to `nowUs`; equal to `nowUs` if there was no step. Work that
 *   was due at that time stays due.
 */
export async function rescheduleFarTimes(db: Database, { nowUs, wasUs }: FarTimes): Promise<number> {
  let moved = 0;
  const move = async (sql: string, params: readonly Value[]) => {
    moved += (await db.transaction((tx) => tx.query<Row>(sql, params))).length;
  };
  // `created_at_us` of these payments is ahead of now by more than the payment's lifetime. A moved payment does not meet the condition
  // again.
  await move(
    `UPDATE payments SET next_check_at_us = $1, expires_at_us = CAST($1 AS BIGINT) + (expires_at_us - created_at_us)
      WHERE next_check_at_us > $1 AND created_at_us > $1 AND expires_at_us > created_at_us
        AND expires_at_us - created_at_us < created_at_us - CAST($1 AS BIGINT) RETURNING id`,
    [nowUs],
  );
  await move(
    `UPDATE payments SET next_check_at_us = $1 WHERE next_check_at_us > $1
        AND ((next_check_at_us > $2 AND next_check_at_us > expires_at_us) OR next_check_at_us <= $3) RETURNING id`,
    // After a step back, everything planned up to `wasUs` + LONGEST_WAIT_US is moved: all checks that were planned before the step,
    // except those at a later expiry.
    [nowUs, nowUs + LONGEST_WAIT_US, wasUs > nowUs ? wasUs + LONGEST_WAIT_US : nowUs],
  );
  await move(
    `UPDATE late_checks SET next_check_at_us = $1
      WHERE next_check_at_us > $1 AND (next_check_at_us > $2 OR next_check_at_us <= $3) RETURNING payment_id`,
    [nowUs, nowUs + LONGEST_LATE_CHECK_US, wasUs],
  );
  // A refund that has not ended takes its next step within hours. A refund that is being sent has a lease shorter than
  // that, so it is not moved.
  await move(
    `UPDATE refunds SET next_step_at_us = $1
      WHERE next_step_at_us > $2 AND status <> 'succeeded' RETURNING id`,
    [nowUs, nowUs + LONGEST_WAIT_US],
  );
  // Nothing is charged early: the worker computes the due date of a moved subscription from its anchor again. With a test clock, a
  // subscription is not moved: its next charge may correctly be planned far ahead of the real time.
  await move(
    `UPDATE subscriptions SET next_charge_at_us = $1
      WHERE next_charge_at_us > $1 AND test_clock_us IS NULL AND (next_charge_at_us <= $2
        OR next_charge_at_us > CAST($3 AS BIGINT) + recurring_interval_count * (CASE recurring_interval WHEN 'daily' THEN CAST($4 AS BIGINT)
          WHEN 'weekly' THEN 7 * CAST($4 AS BIGINT) WHEN 'monthly' THEN 31 * CAST($4 AS BIGINT) ELSE 366 * CAST($4 AS BIGINT) END)) RETURNING id`,
    [nowUs, wasUs > nowUs ? wasUs + LEASE_US : nowUs, nowUs + LONGEST_OVERTIME_US, US_PER_DAY],
  );
  return moved;
}

export interface FarTimes {
  readonly nowUs: number;
  readonly wasUs: number;
}
