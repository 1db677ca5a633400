import { parseDay, parseTimestamp, startOfDayUs } from '../../core/timestamps.ts';
import type { Reader } from '../../database/read-only-store.ts';
import { auditRows, factsOf } from '../audit/audit-rows.ts';
import type { RemovedArchive } from './store/archives.ts';

/** The audit log's record of the removal of an archive's payments. */
export interface ArchiveRemoval {
  readonly id: string;
  /** The archive holds payments from before this time, microseconds since 1970. */
  readonly beforeUs: number;
  /** When the first removal started. */
  readonly startedAtUs: number;
  /** All payments of the archive became final before this time, microseconds since 1970. */
  readonly finishedBeforeUs: number | undefined;
  /** The minimum and maximum number of removed payments. They differ if a removal did not finish. */
  readonly least: number;
  readonly most: number;
}

/** The archives whose payments the audit log records as removed, by their ids. */
export async function readArchiveRemovals(reader: Reader): Promise<Map<string, ArchiveRemoval>> {
  const created = new Map<string, { payments: number; beforeUs: number }>();
  for await (const row of auditRows(reader, 'archive.create')) {
    const { payments, before } = factsOf(row);
    const day = parseDay(String(before));
    if (row.subject.id === null || day === undefined) continue;
    created.set(row.subject.id, { payments: Number(payments), beforeUs: startOfDayUs(day) });
  }
  const runs = new Map<string, { open: number; removed: number; startedAtUs: number; finishedBeforeUs?: number }>();
  for await (const row of auditRows(reader, 'archive.remove')) {
    const { state, removed, finished_before: finishedBefore } = factsOf(row);
    const { id } = row.subject;
    if (id === null) continue;
    const known = runs.get(id) ?? { open: 0, removed: 0, startedAtUs: row.atUs };
    const finishedBeforeUs = parseTimestamp(String(finishedBefore));
    runs.set(id, {
      open: known.open + (state === 'started' ? 1 : -1),
      removed: known.removed + Number(removed ?? 0),
      startedAtUs: Math.min(known.startedAtUs, row.atUs),
      ...(finishedBeforeUs !== undefined && { finishedBeforeUs }),
    });
  }
  const removals = new Map<string, ArchiveRemoval>();
  for (const [id, { open, removed, startedAtUs, finishedBeforeUs }] of runs) {
    const archive = created.get(id);
    if (!archive) continue;
    // A removal records its start in the transaction that removes its first payments. So a removal that did not finish
    // has removed at least one payment, and at most all of the archive.
    const [least, most] = open > 0 ? [removed + open, archive.payments] : [removed, removed];
    if (most > 0) removals.set(id, { id, beforeUs: archive.beforeUs, startedAtUs, finishedBeforeUs, least, most });
  }
  return removals;
}

/** Whether a row of the list of removed archives agrees with the audit log. */
export function isAsRecorded({ payments, beforeUs }: RemovedArchive, removal: ArchiveRemoval | undefined): boolean {
  return (
    removal !== undefined && beforeUs === removal.beforeUs && payments >= removal.least && payments <= removal.most
  );
}
