import { setTimeout as pause } from 'node:timers/promises';
import { formatTimestamp, parseDay, startOfDayUs } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { listAuditRows } from '../audit/store/audit-log.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { type RecordedRun, recordRun } from '../audit/store/record-run.ts';
import { DELETED_AT_ONCE, deletePayments, findOldPayments } from '../payments/store/old-payments.ts';
import { archiveRow } from './archive-format.ts';
import { isAsRecorded, readArchiveRemovals } from './archive-removals.ts';
import { type ArchiveDeps, finishedBefore, requireCertainTime, requireOldDay } from './make-archive.ts';
import { readArchive } from './read-archive.ts';
import {
  addRemovedPayments,
  listRemovedArchives,
  type RemovedArchive,
  replaceRemovedArchive,
} from './store/archives.ts';

/** The pause after a step, as a multiple of the step's duration. It is long enough not to slow down a busy gateway. */
const REST_FACTOR = 9;
const LEAST_REST_MS = 5;

/** The result of removing the payments of an archive. */
export interface Removal {
  readonly removed: number;
  /** How many are no longer in the store. */
  readonly gone: number;
  /** How many must stay, for example because a discrepancy was found since. */
  readonly kept: number;
  /** How many differ from the archive, and stay. */
  readonly changed: number;
}

/**
 * Removes the payments of an archive from the store, with their events and deliveries, and returns the result. The
 * archive is read and checked first; then every payment is compared with its row, and one that differs stays. A removal
 * may be stopped at any moment and run again, also next to a busy gateway: it removes a few payments per transaction,
 * and pauses after each. The list of removed archives counts the payments that each of these transactions removes.
 *
 * @param isQuick whether to omit the pauses, for a store that no other process uses
 * @param onStep called after each step with the number of the archive's payments that were processed so far
 * @param onChanged called with the transaction id of each payment that differs
 *
 * Throws OperatorError when a part of the archive is missing or was changed, when the audit log of this store does not
 * name it, and while the time is not trusted. Then nothing was removed.
 */
export async function removeArchived(
  { db, clock, isCertain, actor }: ArchiveDeps,
  {
    folder,
    isQuick = false,
    onStep = () => {},
    onChanged = () => {},
  }: { folder: string; isQuick?: boolean; onStep?: (done: number) => void; onChanged?: (id: number) => void },
): Promise<Removal> {
  requireCertainTime(isCertain);
  const { id, manifest, rows, ...archive } = await readArchive(folder);
  const beforeDay = parseDay(manifest.before);
  if (beforeDay === undefined) throw new OperatorError('invalid', 'folder', refusal('archiveNoDay'));
  requireOldDay(beforeDay, clock());
  await requireOwnArchive(db, id);
  const removal = { removed: 0, gone: 0, kept: 0, changed: 0 };
  if (manifest.payments === 0) return removal;
  const { before, payments } = manifest;
  // Payments that became final before this time may be missing from now on: `peye verify-books` reads the time from the
  // audit log.
  const ends = { finished_before: formatTimestamp(archive.finishedBeforeUs) };
  const run = recordRun(
    db,
    { actor, clock },
    { action: 'archive.remove', subject: { kind: 'archive', id }, after: { before, payments, ...ends } },
  );
  const listed = { id, beforeUs: startOfDayUs(beforeDay), removedAtUs: Math.floor(clock()) };
  const finishedBeforeUs = finishedBefore(clock());
  let done = 0;
  for (const file of manifest.files) {
    const archived = await rows(file);
    for (let start = 0; start < archived.length; start += DELETED_AT_ONCE) {
      const step = archived.slice(start, start + DELETED_AT_ONCE);
      const startedMs = performance.now();
      await removeStep({ db, run, listed }, step, { finishedBeforeUs, onChanged }, removal);
      done += step.length;
      onStep(done);
      if (!isQuick) await pause(Math.max(LEAST_REST_MS, (performance.now() - startedMs) * REST_FACTOR));
    }
  }
  await run.end({ removed: removal.removed });
  return removal;
}

async function removeStep(
  { db, run, listed }: { db: Database; run: RecordedRun; listed: Omit<RemovedArchive, 'payments'> },
  step: readonly (readonly string[])[],
  { finishedBeforeUs, onChanged }: { finishedBeforeUs: number; onChanged: (id: number) => void },
  removal: { -readonly [Name in keyof Removal]: number },
): Promise<void> {
  const rowOf = new Map(step.map((row) => [Number(row[0]), row]));
  const found = await findOldPayments(db, [...rowOf.keys()], finishedBeforeUs);
  const same = found.filter(({ payment }) => isSameRow(archiveRow(payment), rowOf.get(payment.id) ?? []));
  const ids = same.filter(({ keptFor }) => keptFor === null).map(({ payment }) => payment.id);
  // Final payments never change, so payments that matched still match in the transaction.
  let removed = new Set<number>();
  if (ids.length > 0) {
    await run.step(async (tx) => {
      removed = await deletePayments(tx, ids, finishedBeforeUs);
      if (removed.size > 0) await addRemovedPayments(tx, { ...listed, payments: removed.size });
      return removed.size;
    });
  }
  // Another removal may have removed some of them first.
  const left = ids.filter((id) => !removed.has(id));
  const taken = left.length === 0 ? 0 : left.length - (await findOldPayments(db, left, finishedBeforeUs)).length;
  removal.removed += removed.size;
  removal.gone += step.length - found.length + taken;
  removal.changed += found.length - same.length;
  for (const { payment } of found.filter((each) => !same.includes(each))) onChanged(payment.id);
  removal.kept += same.length - removed.size - taken;
}

/** Throws OperatorError for an archive that this store did not create: its payments may belong to another store. */
async function requireOwnArchive(db: Database, id: string): Promise<void> {
  const rows = await listAuditRows(db, { action: 'archive.create', subjectId: id, limit: 1 });
  if (rows.length > 0) return;
  throw new OperatorError('conflict', 'folder', refusal('archiveForeign'));
}

function isSameRow(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((cell, index) => cell === other[index]);
}

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
