import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file system in memory. What a server or store has flushed survives the death of its process here too, in less time. */
const MEMORY = '/dev/shm';
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3;

const SCRIPT = fileURLToPath(new URL('keeper.sh', import.meta.url));

/** The folder of one test run, and the process that empties it when the run is over. */
export interface Keeper {
  readonly folder: string;
  /** What every process of the run has in its environment: its mark, and a place for temporary files inside the folder. */
  readonly env: Record<string, string>;
  /** Stops the servers whose pid files are in the folder, ends what else the run left behind, and deletes the folder. */
  finish(): Promise<void>;
}

/**
 * Makes a fresh folder for a test run, and a process that cleans up when the runner calls `finish` or dies. That process
 * is in its own session, so that Ctrl-C in the terminal does not end it before its work.
 *
 * @param isOnDisk whether the folder has to be on a disk: what is durable costs nothing in memory
 */
export function startKeeper(isOnDisk = false): Keeper {
  const folder = mkdtempSync(join(temporaryFolder(isOnDisk), 'peye-run-'));
  // PostgreSQL, which never runs as root, has to pass through.
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

/** In memory where there is enough; else the system's folder, and /tmp when only its owner can reach that one and PostgreSQL must, too. */
function temporaryFolder(isOnDisk: boolean): string {
  if (!isOnDisk && isRoomyMemory()) return MEMORY;
  const folder = realpathSync(tmpdir());
  if (process.getuid?.() !== 0) return folder;
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return '/tmp';
    if (path === dirname(path)) return folder;
  }
}

/** Whether there is room for a run in memory, and programs in it may be started: tests make some. */
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
