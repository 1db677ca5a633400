import type { Value } from '../../../../database/database.ts';
import { inList } from '../../../../database/matching.ts';
import type { Reader } from '../../../../database/read-only-store.ts';
import { bigint, tableOf, text } from '../../../../database/table.ts';

/** The fields of a discrepancy that are compared with the audit log row of its resolution. */
export interface StoredDiscrepancy {
  readonly id: string;
  readonly kind: string;
  /** Minor units; null where no amount was reported. */
  readonly reportedMinor: number | null;
  readonly reportedCurrency: string | null;
  readonly lastSeenAtUs: number;
  /** Null while it is open. */
  readonly settledAtUs: number | null;
  readonly note: string | null;
}

const DISCREPANCIES = tableOf<StoredDiscrepancy>('discrepancies', {
  id: text('id'),
  kind: text('kind'),
  reportedMinor: bigint('reported_minor'),
  reportedCurrency: text('reported_currency'),
  lastSeenAtUs: bigint('last_seen_at_us'),
  settledAtUs: bigint('settled_at_us'),
  note: text('note'),
});

/** The next `limit` resolved discrepancies, by their ids. */
export async function listResolvedDiscrepancies(
  reader: Reader,
  after: string,
  limit: number,
): Promise<StoredDiscrepancy[]> {
  const rows = await reader.query(
    `SELECT ${DISCREPANCIES.columns} FROM discrepancies WHERE id > $1 AND settled_at_us IS NOT NULL ORDER BY id LIMIT $2`,
    [after, limit],
  );
  return rows.map(DISCREPANCIES.read);
}

/** The discrepancies with the given ids that are stored. */
export async function listDiscrepanciesById(reader: Reader, ids: readonly string[]): Promise<StoredDiscrepancy[]> {
  const params: Value[] = [];
  const rows = await reader.query(
    `SELECT ${DISCREPANCIES.columns} FROM discrepancies WHERE ${inList(params, 'id', ids)}`,
    params,
  );
  return rows.map(DISCREPANCIES.read);
}
