import { US_PER_DAY } from '../../../../core/durations.ts';
import { PAYMENT_METHODS } from '../../../../core/payment.ts';
import type { Row } from '../../../../database/database.ts';
import type { Reader } from '../../../../database/read-only-store.ts';

/** The length of a period of `payment_counts`, in days. */
const PERIOD = 32;

/** The number of a key's payments with one method and one status on one day. Days are counted from 1970, in UTC. */
export interface DayCount {
  readonly day: number;
  readonly method: string;
  readonly status: string;
  readonly payments: number;
}

/** A range of a key's days: from the first to before the last. */
export interface DayRange {
  readonly apiKeyId: string;
  readonly fromDay: number;
  readonly toDay: number;
}

interface CountRow extends Row {
  day: number;
  method: string;
  status: string;
  payments: number;
}

/** The stored counts of a range of days. */
export async function readKeptCounts(reader: Reader, { apiKeyId, fromDay, toDay }: DayRange): Promise<DayCount[]> {
  const rows = await reader.query<CountRow>(
    `SELECT first_day AS day, method, status, CAST(SUM(payments) AS BIGINT) AS payments FROM payment_counts
      WHERE api_key_id = $1 AND days = 1 AND first_day >= $2 AND first_day < $3
      GROUP BY first_day, method, status`,
    [apiKeyId, fromDay, toDay],
  );
  return rows.map(toCount);
}

/** The stored number of a key's payments on each day, for dividing a recount into parts. */
export async function readDayTotals(reader: Reader, apiKeyId: string): Promise<{ day: number; payments: number }[]> {
  return reader.query<Row & { day: number; payments: number }>(
    `SELECT first_day AS day, CAST(SUM(payments) AS BIGINT) AS payments FROM payment_counts
      WHERE api_key_id = $1 AND days = 1 GROUP BY first_day ORDER BY first_day`,
    [apiKeyId],
  );
}

/**
 * Counts the payments of a key in a range of days, by the indexes that its lists use. SQLite uses the index of final payments only for a query
 * that repeats its condition.
 */
export async function recountPayments(reader: Reader, { apiKeyId, fromDay, toDay }: DayRange): Promise<DayCount[]> {
  const params = [apiKeyId, fromDay * US_PER_DAY, toDay * US_PER_DAY];
  const counts: DayCount[] = [];
  for (const status of ['completed', 'failed']) {
    for (const method of PAYMENT_METHODS) {
      const rows = await reader.query<CountRow>(
        `SELECT p.created_at_us / ${US_PER_DAY} AS day, COUNT(*) AS payments FROM payments p
          WHERE p.api_key_id = $1 AND p.status = '${status}' AND p.method = '${method}' AND p.status IN ('completed', 'failed')
            AND p.created_at_us >= $2 AND p.created_at_us < $3
          GROUP BY 1`,
        params,
      );
      for (const { day, payments } of rows) counts.push({ day, method, status, payments });
    }
  }
  const open = await reader.query<CountRow>(
    `SELECT p.created_at_us / ${US_PER_DAY} AS day, p.method, p.status, COUNT(*) AS payments FROM payments p
      WHERE p.api_key_id = $1 AND p.status IN ('pending', 'processing')
        AND p.created_at_us >= $2 AND p.created_at_us < $3
      GROUP BY 1, 2, 3`,
    params,
  );
  return [...counts, ...open.map(toCount)];
}

/** The periods of a key, each by its first day, whose stored count is not the sum of the stored counts of their days. */
export async function listFaultyPeriods(
  reader: Reader,
  apiKeyId: string,
): Promise<{ firstDay: number; kept: number; ofDays: number }[]> {
  const rows = await reader.query<Row & { first_day: number; kept: number; of_days: number }>(
    `SELECT c.first_day / ${PERIOD} * ${PERIOD} AS first_day,
       CAST(SUM(CASE WHEN c.days = ${PERIOD} THEN c.payments ELSE 0 END) AS BIGINT) AS kept,
       CAST(SUM(CASE WHEN c.days = 1 THEN c.payments ELSE 0 END) AS BIGINT) AS of_days
       FROM payment_counts c WHERE c.api_key_id = $1
      GROUP BY c.first_day / ${PERIOD} * ${PERIOD}, c.method, c.status
     HAVING SUM(CASE WHEN c.days = ${PERIOD} THEN c.payments ELSE -c.payments END) <> 0
      ORDER BY 1`,
    [apiKeyId],
  );
  return rows.map((row) => ({ firstDay: row.first_day, kept: row.kept, ofDays: row.of_days }));
}

/** The ids of all keys. */
export async function listKeyIds(reader: Reader): Promise<string[]> {
  return (await reader.query<Row & { id: string }>('SELECT id FROM api_keys ORDER BY id')).map(({ id }) => id);
}

function toCount({ day, method, status, payments }: CountRow): DayCount {
  return { day, method, status, payments };
}
