import type { AuditAction, AuditFacts, AuditRow } from '../../domain/audit.ts';
import { listAuditRowsOf } from '../../storage/audit-log.ts';
import type { Reader } from '../../storage/read-only-store.ts';
import { factsOf } from '../audit/audit-rows.ts';

/** What the audit log says of a thing: the newest value of each fact, and the rows behind it, oldest first. */
export interface Recorded {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly rows: readonly AuditRow[];
}

const NOTHING: Recorded = { facts: {}, rows: [] };

/** What the audit log says of each of these things by these actions. */
export async function readRecorded(
  reader: Reader,
  subjectIds: readonly string[],
  actions: readonly AuditAction[],
): Promise<(id: string) => Recorded> {
  const byId = new Map<string, { facts: Record<string, unknown>; rows: AuditRow[] }>();
  for (const row of await listAuditRowsOf(reader, { subjectIds, actions })) {
    const id = row.subject.id ?? '';
    const known = byId.get(id) ?? { facts: {}, rows: [] };
    Object.assign(known.facts, factsOf(row));
    known.rows.push(row);
    byId.set(id, known);
  }
  return (id) => byId.get(id) ?? NOTHING;
}

/** The names of the facts that the audit log knows, and that are not so. */
export function differingFacts({ facts }: Recorded, current: AuditFacts): string[] {
  return Object.keys(current).filter(
    (name) => name in facts && JSON.stringify(facts[name]) !== JSON.stringify(current[name]),
  );
}
