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

/** What other users could do with a file or a folder by its mode. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Belong to the whole machine, also while they are empty. */
const SHARED_FOLDERS = ['/', '/home', '/media', '/mnt', '/opt', '/srv', '/tmp', '/var/tmp', homedir(), tmpdir()];

/** Makes a folder that only this user may look into, and those above it that are missing, whatever the umask. */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  makePrivateFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process of ours was quicker.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  // The umask may have taken away what this user needs.
  chmodSync(folder, FOLDER_MODE);
}

/** Makes an empty file that only this user may read, whatever the umask; one that is there stays as it is. */
export function makePrivateFile(file: string): void {
  try {
    writePrivately(file, '', FILE_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Writes a file that only this user may read, whatever the umask, durable when it returns. What is there is taken away first,
 * never written into: it may be a link that somebody else has laid there.
 */
export function writePrivateFile(file: string, text: string, mode = FILE_MODE): void {
  rmSync(file, { force: true });
  writePrivately(file, text, mode);
}

/** Throws EEXIST when there is something by that name, also a link that leads nowhere. */
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

/** Takes a file that may be there from other users. Returns false when they keep it, because it is not ours to change. */
export function tightenFile(file: string): boolean {
  return !isOpenToOthers(file) || change(file, FILE_MODE);
}

/** Whether other users may read or write what is there, by its mode. False for what is not there. */
export function isOpenToOthers(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
}

/** Whether other users may put another file in the place of one in this folder. */
export function isWritableByOthers(folder: string): boolean {
  const { mode } = statSync(folder);
  return (mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0;
}

/**
 * Takes a folder from other users when nothing is in it but what `isOurs` knows by its name: another one may be somebody's
 * home, or shared with programs that need it as it is. Returns false when it stays open to others.
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
