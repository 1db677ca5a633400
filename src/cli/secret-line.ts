import { readFileSync } from 'node:fs';
import { CommandFailure } from '../app/failure.ts';

/** The first line of a file that holds a secret: not on the command line, where every process of the machine can read it. */
export function secretLine(file: string): string {
  const [line = ''] = linesOf(file);
  if (line === '') throw new CommandFailure(`${file} has an empty first line, but it must be the passphrase.`);
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
