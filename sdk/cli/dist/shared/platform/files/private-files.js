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

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

const SHARED_FOLDERS = ['/', '/home', '/media', '/mnt', '/opt', '/srv', '/tmp', '/var/tmp', homedir(), tmpdir()];

export function makePrivateFolder(folder        )       {
  if (existsSync(folder)) return;
  makePrivateFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    if ((error                         ).code === 'EEXIST') return;
    throw error;
  }
  chmodSync(folder, FOLDER_MODE);
}

export function makePrivateFile(file        )       {
  try {
    writePrivately(file, '', FILE_MODE);
  } catch (error) {
    if ((error                         ).code !== 'EEXIST') throw error;
  }
}

export function writePrivateFile(file        , text        , mode = FILE_MODE)       {
  rmSync(file, { force: true });
  writePrivately(file, text, mode);
}

function writePrivately(file        , text        , mode        )       {
  const descriptor = openSync(file, 'wx', mode);
  try {
    fchmodSync(descriptor, mode);
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function tightenFile(file        )          {
  return !isOpenToOthers(file) || change(file, FILE_MODE);
}

export function isOpenToOthers(path        )          {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
}

export function isWritableByOthers(folder        )          {
  const { mode } = statSync(folder);
  return (mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0;
}

export function tightenFolder(folder        , isOurs                           )          {
  if (!isOpenToOthers(folder)) return true;
  const isShared = SHARED_FOLDERS.includes(realpathSync(folder)) || (statSync(folder).mode & STICKY) !== 0;
  return !isShared && readdirSync(folder).every(isOurs) && change(folder, FOLDER_MODE);
}

function change(path        , mode        )          {
  try {
    chmodSync(path, mode);
    return true;
  } catch (error) {
    if (['EPERM', 'EACCES', 'EROFS', 'ENOTSUP'].includes((error                         ).code ?? '')) return false;
    throw error;
  }
}
