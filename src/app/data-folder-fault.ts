import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname } from 'node:path';
import { shellWord } from '../platform/text/printable.ts';

/** Why DATA_DIR cannot hold the embedded store, and what to do. */
export interface DataFolderFault {
  /** A part of a sentence, with the path and the operating system's code. */
  readonly reason: string;
  /** What to do, in sentences. Commands are written as `peye …`: the command line passes them to `asCalled`. */
  readonly remedy: string;
}

/**
 * Explains why the operating system refused to create or use a file or folder in DATA_DIR.
 *
 * @param error an error of the operating system, which has `syscall`
 */
export function dataFolderFault(dataDir: string, error: NodeJS.ErrnoException): DataFolderFault {
  const { code = '', path = dataDir } = error;
  const elsewhere = 'set DATA_DIR to a folder that you own: DATA_DIR="$HOME/peye" peye start';
  const place = nearestExisting(dataDir);
  const fault = (reason: string, remedy: string) => ({ reason: `${reason} (${code})`, remedy });
  if (['ENOTDIR', 'EEXIST'].includes(code)) {
    return fault(`${place} is not a folder`, `Move it, or ${elsewhere}`);
  }
  if (['EACCES', 'EPERM'].includes(code)) {
    const user = userName();
    const folder = shellWord(dataDir);
    if (!mayEnter(place)) {
      return fault(
        `the user ${user} has no access to ${place}, which belongs to ${ownerOf(place)}`,
        `To fix this, ${elsewhere}`,
      );
    }
    if (place !== dataDir) {
      const make = `sudo install -d -m 700 -o ${user} ${folder}`;
      return fault(`the user ${user} may not create ${dataDir} in ${place}`, `Create it: ${make} — or ${elsewhere}`);
    }
    const used = nearestExisting(path);
    if (isOurs(used))
      return fault(`${used} is write-protected`, `Allow it: chmod u+rwX ${shellWord(used)} — or ${elsewhere}`);
    return fault(
      `the user ${user} may not use ${used}, which belongs to ${ownerOf(used)}`,
      `Run peye as that user, or change the owner: sudo chown -R ${user} ${folder} — or ${elsewhere}`,
    );
  }
  if (code === 'EROFS')
    return fault(`${place} is on a file system that is read-only`, `Mount it writable, or ${elsewhere}`);
  if (['ENOSPC', 'EDQUOT'].includes(code)) return fault(`there is no space left for ${path}`, 'Free disk space there.');
  return { reason: error.message, remedy: `To use another folder, ${elsewhere}` };
}

/** The first existing path among a path and its parents. A dangling link does not exist. */
function nearestExisting(path: string): string {
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(`${folder}/.`, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isOurs(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

function ownerOf(path: string): string {
  try {
    const { uid } = statSync(path);
    return uid === 0 ? 'root' : `user ${uid}`;
  } catch {
    return 'another user';
  }
}

/** The user of this process. A user of a container may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? homedir());
  }
}
