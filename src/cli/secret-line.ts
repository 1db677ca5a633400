import { readFileSync } from 'node:fs';
import { CommandFailure } from '../app/failure.ts';

/** The first line of a file that holds a secret: not on the command line, where every process of the machine can read it. */
export function secretLine(file: string): string {
  const [line] = secretLines(file);
  if (line === undefined) throw new CommandFailure(`${file} is empty, but its first line must be the passphrase.`);
  return line;
}

/** The lines of a file that are neither empty nor comments. */
export function secretLines(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}.`);
  }
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
