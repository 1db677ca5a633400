import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import Papa from 'papaparse';
import { parseTimestamp } from '../../core/timestamps.ts';
import { type Refusal, refusal } from '../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { isObject, parseObject } from '../../platform/text/json-object.ts';
import {
  ARCHIVE_COLUMNS,
  type ArchiveFile,
  archiveSums,
  FORMAT,
  MANIFEST,
  type Manifest,
  sha256,
} from './archive-format.ts';

/**
 * The maximum size of an unpacked file: larger than any file of an archive, and smaller than the longest string. It
 * protects against a gzip file that expands without end, which Peye did not write.
 */
const MAX_FILE_BYTES = 2 ** 28;

const CREATED_AT = ARCHIVE_COLUMNS.indexOf('created_at');
const FINISHED_AT = ARCHIVE_COLUMNS.indexOf('finished_at');

/** An archive whose files match its manifest. */
export interface Archive {
  /** The SHA-256 of its manifest, in hex. */
  readonly id: string;
  readonly manifest: Manifest;
  /** All payments of the archive became final before this time, microseconds since 1970; 0 when it holds none. */
  readonly finishedBeforeUs: number;
  /** The rows of one of its files, in order. The file is read again, and compared with the manifest. */
  rows(file: ArchiveFile): Promise<readonly (readonly string[])[]>;
}

/**
 * Reads and checks a whole archive: each file is complete and unchanged, and rows, days and sums match the manifest.
 * Throws OperatorError with the first fault.
 */
export async function readArchive(folder: string): Promise<Archive> {
  const bytes = await readPart(folder, MANIFEST);
  const manifest = parseObject(bytes.toString('utf8')) as Manifest | undefined;
  if (manifest?.format !== FORMAT) throw damaged(refusal('archiveNotManifest', { manifest: MANIFEST, folder }));
  if (!Array.isArray(manifest.files) || !manifest.files.every(isNamedFile))
    throw damaged(refusal('archiveNoFiles', { manifest: MANIFEST, folder }));
  const rows = (file: ArchiveFile) => readRows(folder, file);
  const { add, sums } = archiveSums();
  const ids = new Set<string>();
  let lastFinished = '';
  for (const file of manifest.files) {
    for (const row of await rows(file)) {
      add(row);
      ids.add(row[0] ?? '');
      // Times are compared as texts: the text of a day sorts before the text of every moment in that day.
      if ((row[FINISHED_AT] ?? '') > lastFinished) lastFinished = row[FINISHED_AT] ?? '';
      if (!((row[CREATED_AT] ?? '') < manifest.before))
        throw damaged(refusal('archiveFileYounger', { file: file.name, folder, manifest: MANIFEST }));
    }
  }
  if (ids.size !== manifest.payments || JSON.stringify(sums()) !== JSON.stringify(manifest.sums)) {
    throw damaged(refusal('archiveSums', { folder, manifest: MANIFEST }));
  }
  const lastFinishedUs = parseTimestamp(lastFinished);
  return { id: sha256(bytes), manifest, finishedBeforeUs: lastFinishedUs === undefined ? 0 : lastFinishedUs + 1, rows };
}

async function readRows(folder: string, { name, payments, sha256: expected }: ArchiveFile) {
  const bytes = await readPart(folder, name);
  if (sha256(bytes) !== expected) throw damaged(refusal('archiveFileChanged', { file: name, folder }));
  const text = await promisify(gunzip)(bytes, { maxOutputLength: MAX_FILE_BYTES }).catch((error: Error) => {
    throw damaged(refusal('archiveFilePacked', { file: name, folder, error: error.message }));
  });
  const { data, errors } = Papa.parse<string[]>(text.toString('utf8'), {
    skipEmptyLines: true,
    delimiter: ',',
    newline: '\r\n',
  });
  const [header, ...rows] = data;
  const isWhole = rows.length === payments && rows.every((row) => row.length === ARCHIVE_COLUMNS.length);
  if (errors.length > 0 || !isWhole || header?.join() !== ARCHIVE_COLUMNS.join()) {
    throw damaged(refusal('archiveFileContent', { file: name, folder, manifest: MANIFEST }));
  }
  return rows;
}

async function readPart(folder: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    if (name === MANIFEST && (error as NodeJS.ErrnoException).code === 'ENOENT')
      throw damaged(refusal('archiveMissing', { folder, manifest: MANIFEST }));
    throw damaged(refusal('archiveFileUnreadable', { file: name, folder, error: (error as Error).message }));
  }
}

function isNamedFile(file: unknown): boolean {
  return isObject(file) && /^payments-\d{4,}\.csv\.gz$/.test(String(file.name));
}

function damaged(reason: Refusal): OperatorError {
  return new OperatorError('invalid', 'folder', reason);
}
