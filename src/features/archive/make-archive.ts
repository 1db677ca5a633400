import { once } from 'node:events';
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import Papa from 'papaparse';
import type { Actor } from '../../core/actor.ts';
import { US_PER_DAY } from '../../core/durations.ts';
import type { Payment } from '../../core/payment.ts';
import { dayOf, formatTimestamp, startOfDayUs } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { syncToDisk, writeDurably } from '../../platform/files/durable-files.ts';
import { makePrivateFile, makePrivateFolder } from '../../platform/files/private-files.ts';
import { refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { type KeptFor, listOldPayments } from '../payments/store/old-payments.ts';
import { countPayments } from '../payments/store/payment-counts.ts';
import { listApiKeys } from '../websites/store/api-keys.ts';
import { listWebsites } from '../websites/store/websites.ts';
import {
  ARCHIVE_COLUMNS,
  type ArchiveFile,
  archiveRow,
  archiveSums,
  FORMAT,
  MANIFEST,
  type Manifest,
  sha256,
} from './archive-format.ts';

/**
 * The minimum age of archived payments. Disputes, late money and statements of providers are about younger payments.
 */
const LEAST_AGE_DAYS = 90;
/** The minimum time since archived payments became final. */
const FINAL_FOR_DAYS = 30;
/** Payments per read: few, so that the embedded store's other readers are not delayed. */
const PAGE = 500;
/** The most rows of one file, so that any program that reads CSV can open the file. */
const ROWS_OF_FILE = 50_000;
/**
 * The same limit in characters, because metadata may be long and a file is read as one text. A file may exceed it by
 * one page.
 */
const TEXT_OF_FILE = 16 * 1024 * 1024;

/** The dependencies of creating and removing archives. */
export interface ArchiveDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The actor who creates or removes the archive. */
  readonly actor: Actor;
  /** Whether the time is trusted enough to judge the age of payments. */
  readonly isCertain: () => boolean;
}

/** Throws OperatorError while the time is not trusted: young payments could seem old. */
export function requireCertainTime(isCertain: () => boolean): void {
  if (isCertain()) return;
  throw new OperatorError('conflict', 'before', refusal('archiveClock'));
}

/**
 * Throws OperatorError for a UTC day (days since 1970) if payments from before it are still too young to be archived.
 */
export function requireOldDay(beforeDay: number, nowUs: number): void {
  const latest = dayOf(nowUs) - LEAST_AGE_DAYS;
  if (beforeDay <= latest) return;
  const day = formatTimestamp(startOfDayUs(latest)).slice(0, 10);
  throw new OperatorError('invalid', 'before', refusal('archiveTooYoung', { day }));
}

/** A payment must have become final before this time to be archived now; microseconds since 1970. */
export function finishedBefore(nowUs: number): number {
  return nowUs - FINAL_FOR_DAYS * US_PER_DAY;
}

/**
 * Writes the final live payments from before a UTC day (days since 1970) into a new folder, as CSV files with a
 * manifest. Returns the manifest. Changes nothing in the store except the audit log. The number of payments found must
 * equal the store's own counts.
 *
 * Throws OperatorError when the day is less than 90 days ago or the time is not trusted, when the folder is not empty
 * or its parent does not exist, when there is nothing to archive, and when counts and payments do not agree.
 */
export async function makeArchive(
  { db, clock, isCertain, actor }: ArchiveDeps,
  { beforeDay, folder }: { beforeDay: number; folder: string },
): Promise<Manifest> {
  requireCertainTime(isCertain);
  const nowUs = clock();
  requireOldDay(beforeDay, nowUs);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new OperatorError('invalid', 'folder', refusal('folderInUse', { folder }));
  }
  if (!existsSync(dirname(folder))) {
    throw new OperatorError('invalid', 'folder', refusal('folderMissing', { folder: dirname(folder) }));
  }
  const age = { createdBeforeUs: startOfDayUs(beforeDay), finishedBeforeUs: finishedBefore(nowUs) };
  const keys = await listLiveKeys(db);
  const counted = await countBefore(db, keys, beforeDay);
  if (counted === 0) throw new OperatorError('invalid', 'before', refusal('archiveEmpty'));

  await makeDurableFolder(folder);
  const kept: Partial<Record<KeptFor, number>> = {};
  const { add, sums } = archiveSums();
  const writer = fileWriter(folder);
  for (const apiKeyId of keys) {
    let after: Payment | undefined;
    for (;;) {
      const page = await listOldPayments(db, { ...age, apiKeyId }, { after, limit: PAGE });
      for (const { keptFor } of page) if (keptFor !== null) kept[keptFor] = (kept[keptFor] ?? 0) + 1;
      const rows = page.filter(({ keptFor }) => keptFor === null).map(({ payment }) => archiveRow(payment));
      for (const row of rows) add(row);
      await writer.write(rows);
      if (page.length < PAGE) break;
      after = page.at(-1)?.payment;
    }
  }
  const files = await writer.end();
  const payments = files.reduce((sum, file) => sum + file.payments, 0);
  const keptPayments = Object.values(kept).reduce((sum, n) => sum + n, 0);
  if (payments + keptPayments !== counted) {
    throw new OperatorError(
      'conflict',
      'before',
      refusal('archiveCount', { counted, found: payments + keptPayments, folder }),
    );
  }
  const manifest: Manifest = {
    format: FORMAT,
    made_at: formatTimestamp(nowUs),
    before: formatTimestamp(startOfDayUs(beforeDay)).slice(0, 10),
    payments,
    kept,
    counted,
    sums: sums(),
    columns: ARCHIVE_COLUMNS,
    files,
  };
  const manifestText = `${JSON.stringify(manifest, null, 2)}\n`;
  // The audit log records the archive before it exists. So it is on record that data left the store, even if this
  // process dies.
  await db.transaction((tx) => {
    const subject = { kind: 'archive', id: sha256(Buffer.from(manifestText)) } as const;
    const after = { before: manifest.before, payments, folder };
    return recordChange(tx, { actor, clock }, { action: 'archive.create', subject, after });
  });
  await writeDurably(join(folder, MANIFEST), manifestText);
  await syncToDisk(folder);
  return manifest;
}

async function listLiveKeys(db: Database): Promise<string[]> {
  const keys: string[] = [];
  for (const website of await listWebsites(db)) {
    for (const { id, mode } of await listApiKeys(db, website.id)) if (mode === 'live') keys.push(id);
  }
  return keys;
}

async function countBefore(db: Database, apiKeyIds: readonly string[], beforeDay: number): Promise<number> {
  let counted = 0;
  for (const apiKeyId of apiKeyIds) counted += await countPayments(db, { apiKeyId, toDay: beforeDay - 1 });
  return counted;
}

/** Creates a folder whose name is durable as well. */
async function makeDurableFolder(folder: string): Promise<void> {
  makePrivateFolder(folder);
  await syncToDisk(dirname(folder));
}

/** Writes rows into files of bounded size, each flushed to the disk before the next one starts. */
function fileWriter(folder: string) {
  const files: ArchiveFile[] = [];
  let current:
    | {
        path: string;
        name: string;
        payments: number;
        characters: number;
        gzip: ReturnType<typeof createGzip>;
        done: Promise<void>;
      }
    | undefined;
  const begin = () => {
    const name = `payments-${String(files.length + 1).padStart(4, '0')}.csv.gz`;
    const path = join(folder, name);
    makePrivateFile(path);
    const gzip = createGzip();
    const file = gzip.pipe(createWriteStream(path));
    gzip.on('error', (error) => file.destroy(error));
    const done = finished(file);
    // `done` is awaited only at the end of the file; an earlier failure must not count as unhandled.
    done.catch(() => {});
    gzip.write(`${Papa.unparse([ARCHIVE_COLUMNS as string[]])}\r\n`);
    return { path, name, payments: 0, characters: 0, gzip, done };
  };
  const finish = async () => {
    if (!current) return;
    const { path, name, payments, gzip, done } = current;
    current = undefined;
    gzip.end();
    await done;
    await syncToDisk(path);
    const bytes = await readFile(path);
    files.push({ name, payments, bytes: bytes.length, sha256: sha256(bytes) });
  };
  return {
    async write(rows: readonly string[][]) {
      if (rows.length === 0) return;
      current ??= begin();
      const text = `${Papa.unparse(rows as string[][])}\r\n`;
      current.payments += rows.length;
      current.characters += text.length;
      const isTaken = current.gzip.write(text);
      // Waits for `done` as well: on a full disk the file ends without a `drain` event.
      if (!isTaken) await Promise.race([once(current.gzip, 'drain'), current.done]);
      if (current.payments >= ROWS_OF_FILE || current.characters >= TEXT_OF_FILE) await finish();
    },
    async end() {
      await finish();
      return files;
    },
  };
}
