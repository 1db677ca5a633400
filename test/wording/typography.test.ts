import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TEXTS as NATCASH } from '../../simulators/natcash/texts.ts';
import { languageOfFile } from '../../src/docs-site/topics.ts';
import { docFiles, ROOT } from '../support/doc-fences.ts';
import { typographyFaults } from '../support/typography.ts';

/** The example shop is a separate program, without types. */
const { TEXTS: SHOP } = await import(new URL('../../examples/shop/texts.mjs', import.meta.url).href);

/** Every text of a dictionary, by its path. Functions are called with two small numbers. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return textsIn(value(2, 3), path);
  return Object.entries(value as object).flatMap(([key, inner]) => textsIn(inner, path ? `${path}.${key}` : key));
}

// The texts of the pages must follow the same rules: texts.test.ts checks them.
for (const language of ['fr', 'ht'] as const) {
  const faultsIn = (texts: readonly (readonly [path: string, text: string])[]) =>
    texts.flatMap(([path, text]) => typographyFaults(proseOf(text), language).map((fault) => `${path}: ${fault}`));

  describe(`the typography and the orthography of ${language}`, () => {
    it('are followed by the simulator of NatCash', () => assert.deepEqual(faultsIn(textsIn(NATCASH[language])), []));

    it('are followed by the example shop', () => assert.deepEqual(faultsIn(textsIn(SHOP[language])), []));

    for (const [file, markdown] of docFiles()) {
      if (languageOfFile(file) !== language) continue;
      it(`are followed by ${file}`, () => assert.deepEqual(faultsIn([[file, markdown]]), []));
    }
  });
}

it('no guillemet of the console or the pages is next to a space where a line may break', () => {
  const files = globSync('src/{console,pages}/**/*.ts', { cwd: ROOT });
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.filter((file) => /« | »/.test(readFileSync(join(ROOT, file), 'utf8'))),
    [],
  );
});

describe('the check of typography and orthography', () => {
  const faulty = {
    fr: [
      ...["l'eau", 'Attention!', 'Attention !', 'Voici : rien', 'fin: rien', '« mot »', '"mot"', '...'],
      ...['10 %', '75,000', '2 048', '0.50', 'Les fournisseurs'],
    ],
    ht: ["n'ap", 'n’ap', 'kilè ?', 'présan', 'ça', 'cheche kat cafe', 'egzamen xilofòn', 'kat-la', 'minut', 'pap'],
  };
  const right = {
    fr: [
      'l’eau',
      'Attention\u202f!',
      'Voici\u00a0: rien',
      '«\u00a0mot\u00a0»',
      '10\u00a0%',
      '75\u202f000',
      '0,50',
      '14:05',
    ],
    ht: ['n ap', 'kilè?', 'MonCash: PIN, CVC', 'nan sandbox la', 'yon 2xx', '3-D Secure', 'uit minit', 'chèche kliyan'],
  };
  for (const language of ['fr', 'ht'] as const) {
    it(`finds each fault in ${language}, and none in right texts`, () => {
      for (const text of faulty[language]) assert.notDeepEqual(typographyFaults(text, language), [], text);
      for (const text of right[language]) assert.deepEqual(typographyFaults(text, language), [], text);
    });
  }
});

/** The prose of a Markdown file: without code, comments, paths, linked file names, addresses of e-mails, the addresses of links and the frames of tables. */
function proseOf(markdown: string): string {
  return (
    markdown
      .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
      .replaceAll(/^<!--.*-->$/gm, '')
      .replaceAll(/^\|[ :|-]+\|$/gm, '')
      .replaceAll(/`[^`\n]+`/g, '0')
      // Labels of a program, which WordPress has in English.
      .replaceAll(/_[^_\n]+_/g, '0')
      .replaceAll(/\bGPL-[\w.-]+|\bwp-admin\b/g, '0')
      .replaceAll(/\[[\w.-]+\.\w+\]\([^)\s]*\)/g, '0')
      .replaceAll(/\]\([^)\s]*\)/g, '')
      .replaceAll(/\S+@\S+|\w+\/\w+/g, '0')
      .replaceAll('|', '·')
      .replaceAll(/[[\]*]/g, '')
      .replaceAll(/ +/g, ' ')
  );
}
