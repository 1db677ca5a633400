import type { AuditAction } from '../../../../core/audit.ts';
import type { Row, Value } from '../../../../database/database.ts';
import { inList } from '../../../../database/matching.ts';
import type { Reader } from '../../../../database/read-only-store.ts';

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
