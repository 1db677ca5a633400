import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
 * is in a session of its own, so that Ctrl-C in the terminal does not end it before its work.
 */
export function startKeeper(): Keeper {
  const folder = mkdtempSync(join(temporaryFolder(), 'peye-run-'));
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

/** The system's folder for temporary files; /tmp when only its owner can reach that one and PostgreSQL must, too. */
function temporaryFolder(): string {
  const folder = realpathSync(tmpdir());
  if (process.getuid?.() !== 0) return folder;
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return '/tmp';
    if (path === dirname(path)) return folder;
  }
}
