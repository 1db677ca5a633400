import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ENGLISH } from './dictionary.ts';
import { lintText } from './lint.ts';

/** Texts with words of the dictionary, and what `npm run prose` must find in each. */
const PLANTED: readonly [where: string, file: string, text: string, found: readonly string[]][] = [
  ['a document', 'docs/keys.md', '# Keys\n\nMend the key.\n', ['3: Mend']],
  ['a heading', 'docs/keys.md', '# Keys that are gone\n', ['1: gone']],
  ['a link and a table', 'docs/keys.md', '[the books](a.md)\n\n| a |\n| - |\n| *told* |\n', ['1: books', '5: told']],
  ['a phrase over two lines', 'docs/keys.md', 'What is left\nout stays.\n', ['1: left out']],
  ['no code in a document', 'docs/keys.md', 'Run `mend`:\n\n```sh\nmend anew\n```\n', []],
  ['a comment', 'src/a.ts', 'export const a = 1; // once more\n', ['1: once more']],
  [
    'a comment of two lines',
    'src/a.ts',
    '// It has a key of\n// its own.\nexport const a = 1;\n',
    ['1: of // its own'],
  ],
  ['a doc comment', 'src/a.ts', '/**\n * Told to anybody.\n */\nexport const a = 1;\n', ['2: Told']],
  ['a string', 'src/a.ts', "export const help = 'mend the store';\n", ['1: mend']],
  [
    'a template',
    'src/a.ts',
    'export const help = (a: string) => `$' + '{a} is told of $' + '{a} anew`;\n',
    ['1: told', '1: anew'],
  ],
  ['the name of a test', 'test/a.test.ts', "it('is not told twice', () => {});\n", ['1: told']],
  ['a message of one word', 'src/platform/messages/a/en.ts', "export const en = { state: 'Gone' };\n", ['1: Gone']],
  ['no data of one word', 'src/a.ts', "export const state = 'gone';\n", []],
  ['a name', 'src/a.ts', 'export const mendConfig = (toldAt: number) => toldAt;\n', ['1: mend', '1: told']],
  ['a name with a word inside', 'src/a.ts', 'export const recommend = 1;\nexport const amended = 2;\n', []],
  ['the name of a file', 'src/beside-payments.ts', 'export const a = 1;\n', ['0: beside']],
  [
    'no code in a comment',
    'src/a.ts',
    '// Calls `forget`, of `a/told.ts`, in src/told/away.ts.\nexport const a = 1;\n',
    [],
  ],
  ['no quoted source', 'test/a.ts', "export const a = 'const told = await ask(1);';\n", []],
  ['an exception', 'docs/keys.md', 'The form asks for a code, which is kept secret. Who asked?\n', ['1: asked']],
  ['all capitals', 'docs/keys.md', 'The transaction begins with BEGIN.\n', []],
];

describe('npm run prose', () => {
  for (const [where, file, text, found] of PLANTED) {
    it(`reads ${where}`, async () => {
      const findings = await lintText(file, text);
      assert.deepEqual(
        findings.map(({ line, message }) => `${line}: ${message.split(' => ')[0]}`),
        found,
      );
      for (const { message } of findings) assert.match(message, / => \w/, 'the finding names a better word');
    });
  }
});

describe('docs/glossary.md', () => {
  const words = wordsNotToUse();

  it('has no word in its third column that the dictionary does not have', async () => {
    assert.ok(words.length > 80, 'the tables were read');
    const lacking = [];
    for (const word of words) {
      if ((await lintText('docs/a.md', `${word}\n`)).length === 0) lacking.push(word);
    }
    assert.deepEqual(lacking, []);
  });

  it('has a word of each rule of the dictionary', () => {
    const isNamed = (pattern: string) =>
      words.some((word) => new RegExp(`(?<!\\w)(?:${pattern})(?!\\w)`, 'i').test(word));
    const lacking = ENGLISH.filter(({ avoid }) => !avoid.some(isNamed)).map(({ avoid }) => avoid[0]);
    assert.deepEqual(lacking, []);
  });
});

/** The third column of the tables: words that are separated by commas. */
function wordsNotToUse(): string[] {
  const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');
  const rows = glossary.split('\n').filter((line) => /^\| (?!Term|-)/.test(line));
  return rows.flatMap((row) => row.split('|')[3]!.split(',')).flatMap((word) => word.trim() || []);
}
