import type { Row, Value } from '../../../../database/database.ts';
import { inList } from '../../../../database/matching.ts';
import type { Reader } from '../../../../database/read-only-store.ts';

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

interface DiscrepancyRow extends Row {
  id: string;
  kind: string;
  reported_minor: number | null;
  reported_currency: string | null;
  last_seen_at_us: number;
  settled_at_us: number | null;
  note: string | null;
}

const COLUMNS = 'id, kind, reported_minor, reported_currency, last_seen_at_us, settled_at_us, note';

/** The next `limit` resolved discrepancies, by their ids. */
export async function listResolvedDiscrepancies(
  reader: Reader,
  after: string,
  limit: number,
): Promise<StoredDiscrepancy[]> {
  const rows = await reader.query<DiscrepancyRow>(
    `SELECT ${COLUMNS} FROM discrepancies WHERE id > $1 AND settled_at_us IS NOT NULL ORDER BY id LIMIT $2`,
    [after, limit],
  );
  return rows.map(toStored);
}

/** The discrepancies with the given ids that are stored. */
export async function listDiscrepanciesById(reader: Reader, ids: readonly string[]): Promise<StoredDiscrepancy[]> {
  const params: Value[] = [];
  const rows = await reader.query<DiscrepancyRow>(
    `SELECT ${COLUMNS} FROM discrepancies WHERE ${inList(params, 'id', ids)}`,
    params,
  );
  return rows.map(toStored);
}

function toStored(row: DiscrepancyRow): StoredDiscrepancy {
  return {
    id: row.id,
    kind: row.kind,
    reportedMinor: row.reported_minor,
    reportedCurrency: row.reported_currency,
    lastSeenAtUs: row.last_seen_at_us,
    settledAtUs: row.settled_at_us,
    note: row.note,
  };
}
