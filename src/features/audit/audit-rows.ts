import type { Database } from '../../database/database.ts';
import type { Reader } from '../../database/read-only-store.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import type { AuditAction, AuditRow } from './audit.ts';
import { findAuditRow, listAuditRows } from './store/audit-log.ts';

const PAGE = 500;

/** All rows of an action, newest first. */
export async function* auditRows(reader: Reader, action: AuditAction): AsyncGenerator<AuditRow, void, void> {
  let before: AuditRow | undefined;
  do {
    const rows = await listAuditRows(reader, { action, before, limit: PAGE });
    yield* rows;
    before = rows.length < PAGE ? undefined : rows.at(-1);
  } while (before);
}

/** Recorded facts; none without details. */
export function parseFacts(text: string | null): Readonly<Record<string, unknown>> {
  return (text === null ? undefined : parseObject(text)) ?? {};
}

/** The facts after a change. */
export function factsOf({ after }: Pick<AuditRow, 'after'>): Readonly<Record<string, unknown>> {
  return parseFacts(after);
}

/** The change at a position of the audit log. Throws OperatorError `not_found` when there is none. */
export async function requireAuditRow(db: Pick<Database, 'query'>, position: number): Promise<AuditRow> {
  const row = await findAuditRow(db, position);
  if (!row) throw new OperatorError('not_found', 'position', refusal('auditEntryNotFound', { position }));
  return row;
}
