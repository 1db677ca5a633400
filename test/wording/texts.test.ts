import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { wordingMarkdown } from '../../src/docs-site/wording-markdown.ts';
import { TO_CONFIRM } from '../../src/docs-site/wording-to-confirm.ts';
import type { Language } from '../../src/platform/messages/language.ts';
import { typographyFaults } from '../support/typography.ts';

/** The rows of the table of all texts: the path of each text, and the text in each language. */
const ROWS = [...wordingMarkdown().matchAll(/^\| `([\w.]+)` +\| (.+?) \| (.+?) \| (.+?) \| .* \|$/gm)].map(
  ([, path = '', ht = '', fr = '', en = '']) => ({ path, ht: cell(ht), fr: cell(fr), en: cell(en) }),
);

/** Removes the padding of the column. A non-breaking space belongs to the text. */
function cell(text: string): string {
  return text.replace(/^ +| +$/g, '');
}

const textsIn = (language: Language, pattern: RegExp) =>
  ROWS.filter((row) => pattern.test(row[language])).map((row) => `${row.path}: ${row[language]}`);

describe('every text that customers read', () => {
  it('is the same in docs/wording.md as in the code', () => {
    const written = readFileSync(new URL('../../docs/wording.md', import.meta.url), 'utf8');
    assert.equal(written, wordingMarkdown(), 'docs/wording.md is out of date: run `npm run docs`');
  });

  it('exists in every language, and no question to a native speaker is about a removed text', () => {
    assert.ok(ROWS.length > 120, `${ROWS.length} texts`);
    const paths = new Set(ROWS.map(({ path }) => path));
    assert.deepEqual(
      TO_CONFIRM.flatMap((one) => one.paths).filter((path) => !paths.has(path)),
      [],
    );
  });

  for (const language of ['fr', 'ht'] as const) {
    it(`keeps the typography and the orthography of ${language}`, () => {
      const faults = ROWS.flatMap((row) =>
        typographyFaults(row[language], language).map((fault) => `${row.path}: ${fault}`),
      );
      assert.deepEqual(faults, []);
    });
  }

  it('has no exclamation mark and no emoji', () => {
    for (const language of ['ht', 'fr', 'en'] as const)
      assert.deepEqual(textsIn(language, /!|\p{Extended_Pictographic}/u), []);
  });
});
