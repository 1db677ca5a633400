import type { Reader } from '../../../database/read-only-store.ts';
import type { AuditAction, AuditFacts, AuditRow } from '../../audit/audit.ts';
import { factsOf } from '../../audit/audit-rows.ts';
import { listAuditRowsOf } from '../../audit/store/audit-log.ts';

/** The audit log's record of one item: the newest value of each fact, and the rows behind it, oldest first. */
export interface Recorded {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly rows: readonly AuditRow[];
}

const NOTHING: Recorded = { facts: {}, rows: [] };

/** The audit log's record of each of these items, from these actions. */
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

/** The names of the recorded facts that differ from the current ones. */
export function differingFacts({ facts }: Recorded, current: AuditFacts): string[] {
  return Object.keys(current).filter(
    (name) => name in facts && JSON.stringify(facts[name]) !== JSON.stringify(current[name]),
  );
}
