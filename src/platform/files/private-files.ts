import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname } from 'node:path';

/** The permissions of other users in the mode of a file or a folder. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Folders whose permissions are never changed, because other users or programs need them, even when they are empty. */
const SHARED_FOLDERS = ['/', '/home', '/media', '/mnt', '/opt', '/srv', '/tmp', '/var/tmp', homedir(), tmpdir()];

/** Creates a folder that only this user may read, and its missing parents, whatever the umask. */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  makePrivateFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    // Another Peye process was quicker.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  // The umask may have removed permissions that this user needs.
  chmodSync(folder, FOLDER_MODE);
}

/** Creates an empty file that only this user may read, whatever the umask; an existing one stays as it is. */
export function makePrivateFile(file: string): void {
  try {
    writePrivately(file, '', FILE_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Writes a file that only this user may read, whatever the umask, durable when it returns. An existing file is removed first,
 * never written to: it may be a link that another user has created.
 */
export function writePrivateFile(file: string, text: string, mode = FILE_MODE): void {
  rmSync(file, { force: true });
  writePrivately(file, text, mode);
}

/** Throws EEXIST when the name exists, also as a dangling link. */
function writePrivately(file: string, text: string, mode: number): void {
  const descriptor = openSync(file, 'wx', mode);
  try {
    fchmodSync(descriptor, mode);
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes other users' access to a file, if it exists. Returns false when that fails, because the file is not ours to change. */
export function tightenFile(file: string): boolean {
  return !isOpenToOthers(file) || change(file, FILE_MODE);
}

/** Whether other users can read or write a file, by its mode. False for a missing file. */
export function isOpenToOthers(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
}

/** Whether other users can replace files in this folder. */
export function isWritableByOthers(folder: string): boolean {
  const { mode } = statSync(folder);
  return (mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0;
}

/**
 * Removes other users' access to a folder if it holds only names that `isOurs` knows: any other folder may be a user's home,
 * or shared with programs that need it as it is. Returns false when other users keep their access.
 */
export function tightenFolder(folder: string, isOurs: (name: string) => boolean): boolean {
  if (!isOpenToOthers(folder)) return true;
  const isShared = SHARED_FOLDERS.includes(realpathSync(folder)) || (statSync(folder).mode & STICKY) !== 0;
  return !isShared && readdirSync(folder).every(isOurs) && change(folder, FOLDER_MODE);
}

function change(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
    return true;
  } catch (error) {
    if (['EPERM', 'EACCES', 'EROFS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
