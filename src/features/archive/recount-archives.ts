import { formatTimestamp } from '../../core/timestamps.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { isAsRecorded, readArchiveRemovals } from './archive-removals.ts';
import type { ArchiveDeps } from './make-archive.ts';
import { listRemovedArchives, type RemovedArchive, replaceRemovedArchive } from './store/archives.ts';

/** A row of the list of removed archives. */
interface ListedArchive {
  /** How many payments were removed from this store. */
  readonly payments: number;
  /** The archive holds payments from before this day, UTC, YYYY-MM-DD: `reconcile` refuses older periods. */
  readonly day: string;
}

/** A corrected row. `before` is null when there was no row, `after` when there is none now. */
export interface RecountedArchive {
  /** The SHA-256 of the archive's manifest, in hex. */
  readonly id: string;
  readonly before: ListedArchive | null;
  readonly after: ListedArchive | null;
}

/**
 * Corrects the list of removed archives from the audit log, and returns the changes. An archive whose payments were
 * never removed from this store is deleted from the list; the limit below which `reconcile` refuses periods may then be
 * lower. Removes no payment. A killed removal leaves no count in the audit log, so the row of its archive is corrected
 * only if it contradicts the log.
 *
 * Throws OperatorError when a concurrent removal changes the list.
 */
export async function recountArchives({ db, clock, actor }: ArchiveDeps): Promise<RecountedArchive[]> {
  return db.transaction(async (tx) => {
    // The log is read before the list: a removal that starts afterwards changes the list, which is noticed.
    const removals = await readArchiveRemovals(tx);
    const listed = new Map((await listRemovedArchives(tx)).map((archive) => [archive.id, archive]));
    const changed: RecountedArchive[] = [];
    for (const id of new Set([...listed.keys(), ...removals.keys()])) {
      const [before, removal] = [listed.get(id) ?? null, removals.get(id)];
      if (before ? isAsRecorded(before, removal) : !removal) continue;
      const after = removal
        ? {
            id,
            beforeUs: removal.beforeUs,
            removedAtUs: before?.removedAtUs ?? removal.startedAtUs,
            payments: Math.min(Math.max(before?.payments ?? 0, removal.least), removal.most),
          }
        : null;
      if (!(await replaceRemovedArchive(tx, before, after))) throw changedConcurrently();
      changed.push({ id, before: before && shown(before), after: after && shown(after) });
    }
    for (const { id, before, after } of changed) {
      const facts = { before: before && factsOf(before), after: after && factsOf(after) };
      await recordChange(
        tx,
        { actor, clock },
        { action: 'archive.recount', subject: { kind: 'archive', id }, ...facts },
      );
    }
    return changed;
  });
}

function shown({ payments, beforeUs }: RemovedArchive): ListedArchive {
  return { payments, day: formatTimestamp(beforeUs).slice(0, 10) };
}

/** A row as facts, with the names that `archive.create` and `archive.remove` use. */
function factsOf({ payments, day }: ListedArchive) {
  return { before: day, payments };
}

function changedConcurrently(): OperatorError {
  return new OperatorError('conflict', 'archives', refusal('archiveConcurrent'));
}
