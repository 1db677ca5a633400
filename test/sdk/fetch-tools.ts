import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the lock file. `cd test/sdk/cache && npm install --package-lock-only --ignore-scripts` updates it. */
const LOCKED = fileURLToPath(new URL('cache', import.meta.url));

/**
 * Installs locked packages outside of the checkout, unless they are installed already, and returns their folder. By default these are the
 * packages of `test/sdk/cache`. The folder has a hash of the lock file in its name, and is complete as soon as it exists. Throws an
 * Error with npm's output if the installation fails.
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
    // Packages must not run scripts during the installation.
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

/** Moves the folder to its place, unless another run has created it in the meantime. */
function moveInto(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
