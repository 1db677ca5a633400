import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file system in memory. Flushed data survives the death of a process here too, and flushing is faster than on a disk. */
const MEMORY = '/dev/shm';
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3;

const SCRIPT = fileURLToPath(new URL('keeper.sh', import.meta.url));

/** The folder of one test run, and the process that empties it when the run is over. */
export interface Keeper {
  readonly folder: string;
  /** Variables that every process of the run has: a mark by which it is found, and a folder for temporary files inside `folder`. */
  readonly env: Record<string, string>;
  /** Stops the servers whose pid files are in the folder, ends other processes of the run, and deletes the folder. */
  finish(): Promise<void>;
}

/**
 * Creates a folder for a test run, and a process that cleans up when the runner calls `finish` or dies. This process is in its own
 * session, so that Ctrl-C in the terminal does not end it before it has cleaned up.
 *
 * @param isOnDisk whether the folder must be on a disk, because flushing to memory takes no time
 */
export function startKeeper(isOnDisk = false): Keeper {
  const folder = mkdtempSync(join(temporaryFolder(isOnDisk), 'peye-run-'));
  // PostgreSQL, which never runs as root, needs access to its folder inside this one.
  chmodSync(folder, 0o711);
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const child = spawn('/bin/sh', [SCRIPT, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    cwd: '/',
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  child.unref();
  return {
    folder,
    env: { PEYE_TEST_RUN: folder, TMPDIR: temporary },
    finish() {
      child.ref();
      child.stdin.end();
      return ended;
    },
  };
}

/** A folder in memory if there is enough. Otherwise the system's temporary folder, or /tmp if another user could not reach that folder. */
function temporaryFolder(isOnDisk: boolean): string {
  if (!isOnDisk && isRoomyMemory()) return MEMORY;
  const folder = realpathSync(tmpdir());
  if (process.getuid?.() !== 0) return folder;
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return '/tmp';
    if (path === dirname(path)) return folder;
  }
}

/** Whether memory has enough room for a run, and allows starting programs there, as some tests do. */
function isRoomyMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < MEMORY_NEEDED_BYTES) return false;
    const folder = mkdtempSync(join(MEMORY, 'peye-probe-'));
    try {
      const program = join(folder, 'program');
      writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
      execFileSync(program);
      return true;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    return false;
  }
}
