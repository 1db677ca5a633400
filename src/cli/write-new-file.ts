import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandFailure } from '../app/failure.ts';

/** Writes a new file, and returns its whole path. An existing file is never overwritten: throws CommandFailure. */
export function writeNewFile(name: string, content: string | Uint8Array): string {
  const file = resolve(name);
  try {
    writeFileSync(file, content, { flag: 'wx' });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    throw new CommandFailure(`${file} already exists. Choose another name.`);
  }
  return file;
}
