import { readFileSync } from 'node:fs';
import { CommandFailure } from '../platform/command-failure.ts';

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
