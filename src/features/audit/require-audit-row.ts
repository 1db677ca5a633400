import type { AuditRow } from '../../core/audit.ts';
import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { findAuditRow } from './store/audit-log.ts';

/** The change at a position of the audit log. Throws OperatorError `not_found` when there is none. */
export async function requireAuditRow(db: Pick<Database, 'query'>, position: number): Promise<AuditRow> {
  const row = await findAuditRow(db, position);
  if (!row) throw new OperatorError('not_found', 'position', refusal('auditEntryNotFound', { position }));
  return row;
}
