import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { EXPORT_LISTS } from '../../src/console/exports/export-lists.ts';
import { en } from '../../src/platform/messages/exports/en.ts';
import { EXPORT_TEXTS } from '../../src/platform/messages/exports/exports-messages.ts';

const DOCS = readFileSync(new URL('../../docs/exports.md', import.meta.url), 'utf8');

describe('docs/exports.md', () => {
  for (const { name, columns, filters, hasWebsites, hasTimes } of EXPORT_LISTS) {
    const heading = `## ${en.lists[name]}`;
    const [, section = ''] = DOCS.split(`\n${heading}\n`);
    const [text = ''] = section.split('\n## ');

    it(`has a section ${heading}, the name of ${name} in the console`, () => assert.notEqual(text, ''));

    it(`has every column of ${name}, in order`, () => {
      const documented = [...text.matchAll(/^\| `(\w+)` +\|/gm)].map(([, column]) => column);
      assert.deepEqual(documented, columns, `the table of columns below ${heading}`);
    });

    it(`of ${name} have a title for spreadsheets in every language`, () => {
      for (const [language, { titles }] of Object.entries(EXPORT_TEXTS)) {
        assert.deepEqual(
          columns.filter((column) => !Object.hasOwn(titles, column)),
          [],
          `these columns are missing in titles of src/platform/messages/exports/${language}.ts`,
        );
        const shown = columns.map((column) => (titles as Readonly<Record<string, string>>)[column]);
        assert.equal(new Set(shown).size, shown.length, `${language}: no two columns have the same title`);
      }
    });

    it(`has every filter of ${name}`, () => {
      // The values of a filter follow it in brackets.
      const line = (/^Filters: ([^.]*)\./m.exec(text)?.[1] ?? '').replaceAll(/\([^)]*\)/g, '');
      const documented = [...line.matchAll(/`(\w+)`/g)].map(([, filter]) => filter);
      const known = [...Object.keys(filters), ...(hasWebsites ? ['website'] : []), ...(hasTimes ? ['from', 'to'] : [])];
      assert.deepEqual(documented.sort(), known.sort(), `the line "Filters: …" below ${heading}`);
    });
  }
});
