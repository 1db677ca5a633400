import { join } from 'node:path';
import { isOpenToOthers, isWritableByOthers, tightenFile, tightenFolder } from '../../platform/files/private-files.ts';

/** The names in a data folder that are ours, or that the root of a file system has. */
const OUR_NAMES = /^(?:peye\.db|secret\.key|charges\.mark)|^(?:rehearsal|lost\+found)$/;

/** The files of the embedded store: the database with its logs, the key, the previous key, and the mark of the charges. */
const PRIVATE_FILES = [
  ...['peye.db', 'peye.db-wal', 'peye.db-shm', 'peye.db-journal'],
  ...['secret.key', 'secret.key.previous', 'charges.mark'],
];

/** The access of other system users to a part of the store. */
export interface Exposure {
  readonly path: string;
  /**
   * `replace`: other users may put their own store and key into the folder. `read`: they may see its contents, or its
   * existence.
   */
  readonly others: 'replace' | 'read';
  /** The file mode that the part should have. */
  readonly mode: '700' | '600';
}

/** The access of other users to an embedded store and its folder. Changes nothing. */
export function storeExposures(folder: string): Exposure[] {
  const found: Exposure[] = [];
  if (isOpenToOthers(folder)) {
    found.push({ path: folder, others: isWritableByOthers(folder) ? 'replace' : 'read', mode: '700' });
  }
  for (const file of PRIVATE_FILES.map((name) => join(folder, name))) {
    if (isOpenToOthers(file)) found.push({ path: file, others: 'read', mode: '600' });
  }
  return found;
}

/** Removes other users' access to an embedded store as far as we may. Returns the remaining access. */
export function tightenStore(folder: string): Exposure[] {
  tightenFolder(folder, (name) => OUR_NAMES.test(name));
  for (const name of PRIVATE_FILES) tightenFile(join(folder, name));
  return storeExposures(folder);
}
