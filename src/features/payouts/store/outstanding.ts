import type { Database, Row, Transaction, Value } from '../../../database/database.ts';
import { inList } from '../../../database/matching.ts';
import type { Payout } from '../payout.ts';
import { USUAL_DELAY_US } from '../payout-rules.ts';
import { PAYOUTS } from './payouts.ts';

/**
 * A payout whose period ended before `endedBeforeUs`, and whose payments without a payout were never counted, or not since a moment:
 * `missingSinceUs` if there were some, `noneSinceUs` if there were none. Old payouts without such payments are not counted again.
 */
export async function findUncounted(
  db: Pick<Database, 'query'>,
  {
    endedBeforeUs,
    missingSinceUs,
    noneSinceUs,
    oldestUs,
  }: { endedBeforeUs: number; missingSinceUs: number; noneSinceUs: number; oldestUs: number },
): Promise<Payout | undefined> {
  const [row] = await db.query(
    `SELECT ${PAYOUTS.columns} FROM payouts WHERE reversed_at_us IS NULL AND to_us < $1 AND (outstanding_at_us IS NULL
        OR (outstanding > 0 AND outstanding_at_us < $2) OR (to_us > $4 AND outstanding_at_us < $3))
      ORDER BY created_at_us, id LIMIT 1`,
    [endedBeforeUs, missingSinceUs, noneSinceUs, oldestUs],
  );
  return row && PAYOUTS.read(row);
}

/** Stores how many payments of a payout's period no payout has. */
export async function saveOutstanding(
  tx: Transaction,
  id: string,
  { count, atUs }: { count: number; atUs: number },
): Promise<void> {
  await tx.query('UPDATE payouts SET outstanding = $2, outstanding_at_us = $3 WHERE id = $1', [id, count, atUs]);
}

/** Lets a worker count the payments without a payout again, for all payouts of a method: a reversal has freed some. */
export async function expireOutstanding(tx: Transaction, { method }: Pick<Payout, 'method'>): Promise<void> {
  await tx.query('UPDATE payouts SET outstanding_at_us = NULL WHERE method = $1 AND outstanding_at_us IS NOT NULL', [
    method,
  ]);
}

/** How many payments of each payout's period no payout has, of those payouts that have some. */
export async function outstandingOf(
  db: Pick<Database, 'query'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const params: Value[] = [];
  const rows = await db.query<Row & { id: string; outstanding: number }>(
    `SELECT id, outstanding FROM payouts WHERE outstanding > 0 AND ${inList(params, 'id', ids)}`,
    params,
  );
  return new Map(rows.map(({ id, outstanding }) => [id, outstanding]));
}

/** How many payouts lack payments of their period, and since when the first of these needs attention. */
export async function countMissing(
  db: Pick<Database, 'query'>,
): Promise<{ count: number; sinceUs: number | undefined }> {
  const [row] = await db.query<Row & { payouts: number; ended_us: number | null }>(
    'SELECT COUNT(*) AS payouts, MIN(to_us) AS ended_us FROM payouts WHERE reversed_at_us IS NULL AND outstanding > 0',
  );
  const endedUs = row?.ended_us ?? null;
  return { count: row?.payouts ?? 0, sinceUs: endedUs === null ? undefined : endedUs + USUAL_DELAY_US };
}
