import { delimiter, dirname, relative, resolve } from 'node:path';
import { shellWord } from '../platform/text/shell-word.ts';
import { type Launch, readLaunch } from './environment.ts';

/** A command or an option of ours in a text: not the end of a path, and not the name in a sentence. */
const COMMAND = /(?<![\w/.-])peye(?= (?:[a-z]|--|\[))/g;

/**
 * A text with hints, in which commands are named `peye …`, with the name by which this program was called: `bin/peye …` in a checkout,
 * `npx peye …` where it is a dependency. They can be pasted where it was called.
 */
export function asCalled(text: string): string {
  const name = calledAs(readLaunch());
  return text.replaceAll(COMMAND, () => name);
}

/** What is typed in the folder where the program was called, for the shell to find it again. */
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
