import { delimiter, dirname, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { shellWord } from '../platform/text/printable.ts';
import { type Launch, readLaunch } from './environment.ts';

/** `peye` before a command or an option in a text: not at the end of a path, and not as a name in a sentence. */
const COMMAND = /(?<![\w/.-])peye(?= (?:[a-z]|--|\[))/g;

/**
 * Replaces `peye` in the commands of a text by the name by which this program was called: `bin/peye …` in a checkout, `npx peye …` where
 * it is a dependency. The commands can be pasted where this program was called.
 */
export function asCalled(text: string): string {
  const name = calledAs(readLaunch());
  return text.replaceAll(COMMAND, () => name);
}

/** The command with which the caller can run this program again, in the folder where it was called. */
export function calledAs({ program, searchPath, folder, callersFolder }: Launch): string {
  if (program === undefined) return 'peye';
  const place = dirname(program);
  if (place.endsWith('node_modules/.bin')) return 'npx peye';
  if (place.startsWith('/') && searchPath.split(delimiter).includes(place)) return 'peye';
  if (callersFolder === folder) return shellWord(program.includes('/') ? program : `./${program}`);
  // npm runs scripts in the folder of the package, wherever it is called.
  const file = resolve(folder, program);
  const path = relative(callersFolder, file);
  return shellWord(path.startsWith('../../') ? file : path);
}

/** The words before the arguments of a command: `peye payments list`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
