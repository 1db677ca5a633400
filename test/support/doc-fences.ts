import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A piece of code in a Markdown file. */
export interface DocFence {
  readonly language: string;
  /**
   * Words after the language, which only tests read. `serve`: a program that keeps running, started by `first-payment.test.ts`. `browser`:
   * code for a merchant's page, run by the tests of the widget. `operator`: a command on data that the test's gateway does not have; the
   * tests check only that the command exists.
   */
  readonly words: readonly string[];
  readonly text: string;
  /** The call in the generated block that contains this code; undefined outside of generated blocks. */
  readonly madeBy: string | undefined;
}

/** The Markdown files of docs/ and their text, by their path below the project. */
export function docFiles(): Map<string, string> {
  const paths = globSync('docs/**/*.md', { cwd: ROOT }).sort();
  return new Map(paths.map((path) => [path, readFileSync(`${ROOT}/${path}`, 'utf8')]));
}

/** Every fence of a file, in its order. */
export function fencesIn(markdown: string): DocFence[] {
  let madeBy: string | undefined;
  const parts = markdown.matchAll(
    /^<!-- made: ([^\n]*) -->$|^<!-- (\/made) -->$|^( *)```(\w*)([^\n]*)\n([\s\S]*?)^ *```$/gm,
  );
  return [...parts].flatMap(([, call, end, margin = '', language = '', words = '', text = '']) => {
    if (call !== undefined || end !== undefined) {
      madeBy = call;
      return [];
    }
    const lines = text.trimEnd().split('\n');
    return [
      {
        language,
        words: words.split(' ').filter(Boolean),
        text: lines.map((line) => line.slice(margin.length)).join('\n'),
        madeBy,
      },
    ];
  });
}
