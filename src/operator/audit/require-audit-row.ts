import type { AuditRow } from '../../domain/audit.ts';
import { OperatorError } from '../../domain/operator-error.ts';
import { refusal } from '../../messages/refusals/refusal-messages.ts';
import { findAuditRow } from '../../storage/audit-log.ts';
import type { Database } from '../../storage/database.ts';

/** The change at a position of the audit log. Throws OperatorError `not_found` when there is none. */
export async function requireAuditRow(db: Pick<Database, 'query'>, position: number): Promise<AuditRow> {
  const row = await findAuditRow(db, position);
  if (!row) throw new OperatorError('not_found', 'position', refusal('auditEntryNotFound', { position }));
  return row;
}
