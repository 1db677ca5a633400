import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { CommandFailure } from '../app/failure.ts';
import {
  makePrivateFile,
  makePrivateFolder,
  tightenFile,
  tightenFolder,
  writePrivateFile,
} from '../lib/private-files.ts';
import { shellWord } from '../lib/shell-word.ts';

const PEYE = fileURLToPath(new URL('../../bin/peye', import.meta.url));
const LOCK = 'lock';

/**
 * Locks the rehearsal folder for this process, and empties it. Returns its release. Fails while another rehearsal runs on
 * it: it would lose its store.
 */
export function claimRehearsalFolder(folder: string): () => void {
  makePrivateFolder(folder);
  makePrivateFile(join(folder, LOCK));
  tightenFile(join(folder, LOCK));
  // Not a process id in a file: a lock of SQLite's ends with its process, however that ends.
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!/locked/.test((error as Error).message)) throw error;
    throw new CommandFailure(`another rehearsal runs on ${folder}. End it first, or set DATA_DIR to another folder.`);
  }
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(LOCK)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  // Nothing but the lock is in it by now.
  tightenFolder(folder, () => true);
  return () => lock.close();
}

/**
 * Writes a `peye` that works on the rehearsal whatever the environment and the current folder say: its store and its
 * simulators, and never a real store or a real provider. Returns its path.
 */
export function writeRehearsalTool(folder: string, settings: Readonly<Record<string, string>>): string {
  const file = join(folder, 'peye');
  const assignments = Object.entries(settings).map(([name, value]) => `  ${name}=${shellWord(value)} \\\n`);
  const script = `#!/bin/sh
# peye on the rehearsal of this folder, with its settings and no others.
cd ${shellWord(folder)} && exec env -i PATH="$PATH" TERM="\${TERM-}" NO_COLOR="\${NO_COLOR-}" \\
  PEYE_TOOL=${shellWord(file)} \\
${assignments.join('')}  ${shellWord(PEYE)} "$@"
`;
  writePrivateFile(file, script, 0o700);
  return file;
}
