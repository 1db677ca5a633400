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
} from '../platform/files/private-files.ts';
import { shellWord } from '../platform/text/printable.ts';

const PEYE = fileURLToPath(new URL('../../bin/peye', import.meta.url));
const LOCK = 'lock';

/**
 * Locks the rehearsal folder for this process and empties it. Returns a function that releases the lock. Fails while another
 * rehearsal uses the folder, because that rehearsal would lose its database.
 */
export function claimRehearsalFolder(folder: string): () => void {
  makePrivateFolder(folder);
  makePrivateFile(join(folder, LOCK));
  tightenFile(join(folder, LOCK));
  // An SQLite lock rather than a file with a process ID: it ends with its process in every case.
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!/locked/.test((error as Error).message)) throw error;
    throw new CommandFailure(`another rehearsal uses ${folder}. Stop it first, or set DATA_DIR to another folder.`);
  }
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(LOCK)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  // The folder contains only the lock now.
  tightenFolder(folder, () => true);
  return () => lock.close();
}

/**
 * Writes a `peye` script that uses the rehearsal's database and simulators in every environment and folder, and never a real
 * database or provider. Returns its path.
 */
export function writeRehearsalTool(folder: string, settings: Readonly<Record<string, string>>): string {
  const file = join(folder, 'peye');
  const assignments = Object.entries(settings).map(([name, value]) => `  ${name}=${shellWord(value)} \\\n`);
  const script = `#!/bin/sh
# Runs peye on the rehearsal in this folder, with the settings of the rehearsal only.
cd ${shellWord(folder)} && exec env -i PATH="$PATH" TERM="\${TERM-}" NO_COLOR="\${NO_COLOR-}" \\
  PEYE_TOOL=${shellWord(file)} \\
${assignments.join('')}  ${shellWord(PEYE)} "$@"
`;
  writePrivateFile(file, script, 0o700);
  return file;
}
