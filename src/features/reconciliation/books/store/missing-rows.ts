import type { Mode } from '../../../../core/payment.ts';
import type { Row, Value } from '../../../../database/database.ts';
import { inList } from '../../../../database/matching.ts';
import type { Reader } from '../../../../database/read-only-store.ts';
import type { AuditAction } from '../../../audit/audit.ts';
import { PAYMENTS } from '../../../payments/store/payment-table.ts';
import { callbackUrlSql } from '../../../websites/store/websites.ts';
import type { IdRange } from './payment-pages.ts';

/** A final payment without a row that should have been written when it became final. */
export interface Lacking {
  readonly id: number;
  readonly websiteId: string;
  readonly mode: Mode;
  /** Microseconds since 1970. */
  readonly finishedAtUs: number;
}

/** The payments of a range of ids that became final at `fromUs` or later, microseconds since 1970. */
export interface FinalRange extends IdRange {
  readonly fromUs: number;
}

const LACKING = PAYMENTS.part('id', 'websiteId', 'mode', 'finishedAtUs');

/** The payments of a range that became final at `fromUs` or later, and have no event. */
export function listWithoutEvent(reader: Reader, range: FinalRange): Promise<Lacking[]> {
  return listWithout(reader, range, { table: 'events', of: '' });
}

/**
 * The payments of a range that became final at `fromUs` or later and have no delivery, although their website now has a
 * callback URL for them.
 */
export function listWithoutDelivery(reader: Reader, range: FinalRange): Promise<Lacking[]> {
  const url = `CASE WHEN p.mode = 'test' THEN ${callbackUrlSql('w', 'test')} ELSE ${callbackUrlSql('w', 'live')} END`;
  const of = `JOIN websites w ON w.id = p.website_id AND ${url} IS NOT NULL`;
  return listWithout(reader, range, { table: 'deliveries', of });
}

async function listWithout(
  reader: Reader,
  { after, through, fromUs }: FinalRange,
  { table, of }: { readonly table: 'events' | 'deliveries'; readonly of: string },
): Promise<Lacking[]> {
  const rows = await reader.query(
    `SELECT ${LACKING.columnsOf('p')} FROM payments p ${of}
       LEFT JOIN ${table} x ON x.payment_id = p.id AND x.payment_id > $1 AND x.payment_id <= $2
      WHERE p.id > $1 AND p.id <= $2 AND p.finished_at_us >= $3 AND x.payment_id IS NULL ORDER BY p.id`,
    [after, through, fromUs],
  );
  // The condition above leaves none that is not final.
  return rows.map((row) => LACKING.read(row) as Lacking);
}

/** The missing payments of a range that events or deliveries name. */
export async function listOrphans(
  reader: Reader,
  { after, through }: IdRange,
): Promise<{ events: number[]; deliveries: number[] }> {
  const of = async (table: 'events' | 'deliveries') => {
    const rows = await reader.query<Row & { payment_id: number }>(
      `SELECT x.payment_id FROM ${table} x
         LEFT JOIN payments p ON p.id = x.payment_id AND p.id > $1 AND p.id <= $2
        WHERE x.payment_id > $1 AND x.payment_id <= $2 AND p.id IS NULL ORDER BY x.payment_id`,
      [after, through],
    );
    return rows.map((row) => row.payment_id);
  };
  return { events: await of('events'), deliveries: await of('deliveries') };
}

/** The ids that rows of these actions in the audit log name, and that a table does not have. */
export async function listMissingSubjects(
  reader: Reader,
  {
    table,
    actions,
  }: { readonly table: 'websites' | 'api_keys' | 'payment_links'; readonly actions: readonly AuditAction[] },
): Promise<string[]> {
  const params: Value[] = [];
  const rows = await reader.query<Row & { subject_id: string }>(
    `SELECT DISTINCT a.subject_id FROM audit_log a LEFT JOIN ${table} t ON t.id = a.subject_id
      WHERE ${inList(params, 'a.action', actions)} AND t.id IS NULL ORDER BY a.subject_id`,
    params,
  );
  return rows.map((row) => row.subject_id);
}
