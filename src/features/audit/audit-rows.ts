import type { AuditAction, AuditRow } from '../../core/audit.ts';
import type { Reader } from '../../database/read-only-store.ts';
import { parseObject } from '../../platform/text/json-object.ts';
import { listAuditRows } from './store/audit-log.ts';

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

/** The facts after a change. */
export function factsOf({ after }: Pick<AuditRow, 'after'>): Readonly<Record<string, unknown>> {
  return (after === null ? undefined : parseObject(after)) ?? {};
}
