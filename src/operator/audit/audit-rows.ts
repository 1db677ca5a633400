import type { AuditAction, AuditRow } from '../../domain/audit.ts';
import { parseObject } from '../../lib/json-object.ts';
import { listAuditRows } from '../../storage/audit-log.ts';
import type { Reader } from '../../storage/read-only-store.ts';

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
