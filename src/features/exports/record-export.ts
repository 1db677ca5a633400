import type { Actor } from '../../core/actor.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { EXPORT_TEXTS } from '../../platform/messages/exports/exports-messages.ts';
import type { AuditFacts } from '../audit/audit.ts';
import { recordChange } from '../audit/store/record-change.ts';

/** A list that a user exports from the gateway. */
export interface ExportedList {
  readonly list: keyof (typeof EXPORT_TEXTS)['en']['lists'];
  readonly format: 'spreadsheet' | 'csv' | 'jsonl';
  /** The list's filter, as in its address: `status=failed&method=card`. */
  readonly filter: string;
  /** The website that the filter names; null when it names none. */
  readonly websiteId: string | null;
}

/**
 * Records the start of an export, before its first row is sent. Returns a function that records its end: how many rows
 * were sent, and whether these were all rows. Only the first record has the filter. A process that dies in between
 * leaves the first record.
 */
export async function recordExport(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  { list, format, filter, websiteId }: ExportedList,
): Promise<(ended: { rows: number; isWhole: boolean }) => Promise<void>> {
  const record = (facts: AuditFacts) =>
    db.transaction((tx) =>
      recordChange(
        tx,
        { actor, clock },
        {
          action: 'export.run',
          subject: { kind: 'store', id: null },
          websiteId,
          after: { list, format, ...facts },
        },
      ),
    );
  await record({ filter, state: 'started' });
  return ({ rows, isWhole }) => record({ state: isWhole ? 'done' : 'broken_off', rows });
}
