import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../../domain/operator-error.ts';
import { formatTimestamp, parseDay, startOfDayUs } from '../../domain/timestamps.ts';
import { refusal } from '../../messages/refusals/refusal-messages.ts';
import { addRemovedPayments, type RemovedArchive } from '../../storage/archives.ts';
import { listAuditRows } from '../../storage/audit-log.ts';
import type { Database } from '../../storage/database.ts';
import { DELETED_AT_ONCE, deletePayments, findOldPayments } from '../../storage/payments/old-payments.ts';
import { type RecordedRun, recordRun } from '../../storage/record-run.ts';
import { archiveRow } from './archive-format.ts';
import { type ArchiveDeps, finishedBefore, requireCertainTime, requireOldDay } from './make-archive.ts';
import { readArchive } from './read-archive.ts';

/** The store is left alone for so many times as long as a step took: a busy gateway does not feel the steps. */
const REST_FACTOR = 9;
const LEAST_REST_MS = 5;

/** What became of the payments of an archive. */
export interface Removal {
  readonly removed: number;
  /** Were not in the store any more. */
  readonly gone: number;
  /** Must stay, for example because a discrepancy came up since. */
  readonly kept: number;
  /** Are not what the archive says, and stay. */
  readonly changed: number;
}

/**
 * Removes payments from the store that an archive holds, with their events and deliveries, and returns what became of each. The
 * archive is read and checked first; then every payment is compared with its row, and one that differs stays. It may be ended at any
 * moment and run again, also beside a busy gateway: a few payments are one transaction, and the store rests between two. The list of
 * removed archives counts what each of these transactions removes.
 *
 * @param isQuick without rests, for a store that nobody else works on
 * @param onStep hears how many of the archive's payments are done
 * @param onChanged hears the transaction id of each that differs
 *
 * Throws OperatorError when anything of the archive is missing or was changed, when the audit log of this store does not name it, and
 * while the time is in doubt: then nothing was removed.
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
  // Up to when payments may be missing from now on: `peye verify-books` reads it.
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
  // Final payments never change, so those that were the same are the same in the transaction.
  let removed = new Set<number>();
  if (ids.length > 0) {
    await run.step(async (tx) => {
      removed = await deletePayments(tx, ids, finishedBeforeUs);
      if (removed.size > 0) await addRemovedPayments(tx, { ...listed, payments: removed.size });
      return removed.size;
    });
  }
  // Another removal may have been faster with some of them.
  const left = ids.filter((id) => !removed.has(id));
  const taken = left.length === 0 ? 0 : left.length - (await findOldPayments(db, left, finishedBeforeUs)).length;
  removal.removed += removed.size;
  removal.gone += step.length - found.length + taken;
  removal.changed += found.length - same.length;
  for (const { payment } of found.filter((each) => !same.includes(each))) onChanged(payment.id);
  removal.kept += same.length - removed.size - taken;
}

/** Throws OperatorError for an archive that this store has not created: its payments are not this store's to remove. */
async function requireOwnArchive(db: Database, id: string): Promise<void> {
  const rows = await listAuditRows(db, { action: 'archive.create', subjectId: id, limit: 1 });
  if (rows.length > 0) return;
  throw new OperatorError('conflict', 'folder', refusal('archiveForeign'));
}

function isSameRow(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((cell, index) => cell === other[index]);
}
