import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type PictureKind, sizeFault } from '../features/websites/brand-rules.ts';
import { CommandFailure } from '../platform/command-failure.ts';
import { refusalText } from '../platform/messages/refusals/refusal-messages.ts';

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

/** Reads an image file. Throws CommandFailure for anything but a file, and for a file that is too large. */
export function readPictureFile(kind: PictureKind, path: string): Buffer {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new CommandFailure(`${path} is not a file.`);
    const fault = sizeFault(kind, stat.size);
    if (fault !== undefined) throw new CommandFailure(`${path} was refused. ${refusalText(fault, 'en')}`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Reads a secret from the first line of a file. On the command line, every process of the machine could read it. */
export function secretLine(file: string): string {
  const [line = ''] = linesOf(file);
  if (line === '') throw new CommandFailure(`the first line of ${file} is empty, but must be the passphrase.`);
  return line;
}

/** The lines of a file that are neither empty nor comments. */
export function secretLines(file: string): string[] {
  return linesOf(file)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}.`);
  }
}
