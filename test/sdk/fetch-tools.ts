import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The packages, locked: `cd test/sdk/cache && npm install --package-lock-only --ignore-scripts` renews the lock. */
const LOCKED = fileURLToPath(new URL('cache', import.meta.url));

/**
 * Installs locked packages, those of `test/sdk/cache` by default, outside of the checkout, unless they are there, and returns their folder. It is
 * named after the lock file, so that a changed lock is another folder, and it appears whole or not at all. Throws an Error with
 * npm's output when they cannot be had.
 */
export function fetchTools(report: (line: string) => void, { locked, name } = { locked: LOCKED, name: 'sdk' }): string {
  const lock = readFileSync(join(locked, 'package-lock.json'));
  const cache = process.env.PEYE_TEST_CACHE ?? join(homedir(), '.cache/peye-tests');
  const folder = join(cache, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;

  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  try {
    report(`fetching the packages of ${relative('.', locked)} into ${folder}`);
    cpSync(locked, unfinished, { recursive: true });
    // No package runs a script when it is installed.
    const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: unfinished,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`npm ci failed in ${unfinished}:\n${stderr}`);
    moveInto(unfinished, folder);
    return folder;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Another run may have been quicker. */
function moveInto(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
