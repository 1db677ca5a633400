import type { Actor } from '../domain/actor.ts';
import type { AuditFacts } from '../domain/audit.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { recordChange } from '../storage/record-change.ts';

/** What somebody takes out of the gateway. */
export interface ExportedList {
  readonly list: 'payments' | 'links' | 'deliveries' | 'discrepancies' | 'recurring' | 'audit';
  readonly format: 'csv' | 'jsonl';
  /** What the list was narrowed down by, as its address says it: `status=failed&method=card`. */
  readonly filter: string;
  /** Whose website the filter names; null when it names none. */
  readonly websiteId: string | null;
}

/**
 * Records that a list is about to be taken out, before the first of it is sent, and returns what records how it ended: how many rows
 * were sent, and whether that was all. The filter is in the first row alone. A process that dies in between leaves the first row.
 */
export async function recordExport(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { list, format, filter, websiteId }: ExportedList,
): Promise<(ended: { rows: number; isWhole: boolean }) => Promise<void>> {
  const record = (told: AuditFacts) =>
    db.transaction((tx) =>
      recordChange(
        tx,
        { actor, clock },
        {
          action: 'export.run',
          subject: { kind: 'store', id: null },
          websiteId,
          after: { list, format, ...told },
        },
      ),
    );
  await record({ filter, state: 'begun' });
  return ({ rows, isWhole }) => record({ state: isWhole ? 'done' : 'broken_off', rows });
}
