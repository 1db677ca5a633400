import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseLanguage } from '../../src/platform/messages/language.ts';

describe('the language of a page', () => {
  for (const [chosen, acceptLanguage, expected] of [
    ['fr', 'en', 'fr'],
    ['ht', 'en', 'ht'],
    ['de', 'en-US,en;q=0.9', 'en'],
    [['fr', 'en'], undefined, 'ht'],
    ['', 'fr-HT,fr;q=0.9,en;q=0.8', 'fr'],
    ['', 'en;q=0.5, fr;q=0.8', 'fr'],
    ['', 'es-DO,es', 'ht'],
    ['', 'es,en;q=0', 'ht'],
    ['', 'ht,fr', 'ht'],
    ['', ';;,=,q=q;q=', 'ht'],
    ['', undefined, 'ht'],
  ] as const) {
    // Contract: PAGE-4
    it(`?lang=${chosen} with Accept-Language ${acceptLanguage} is ${expected}`, () => {
      assert.equal(chooseLanguage(chosen, acceptLanguage), expected);
    });
  }

  it('is chosen only from the first languages of the header', () => {
    assert.equal(chooseLanguage('', `${'es,'.repeat(19)}en`), 'en');
    assert.equal(chooseLanguage('', `${'es,'.repeat(20)}en`), 'ht');
    assert.equal(chooseLanguage('', `${'x'.repeat(600)},en`), 'ht');
  });

  it('is found in milliseconds, whatever an unauthenticated client sends', () => {
    // Regression: a long run of blanks took quadratic time, a tenth of a second for the longest header that is read.
    const header = `a${' '.repeat(100_000)}b`;
    const started = performance.now();
    assert.equal(chooseLanguage('', header), 'ht');
    const ms = performance.now() - started;
    assert.ok(ms < 500, `${ms} ms`);
  });
});
