import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERRORS } from '../../src/core/errors.ts';
import { STATUS_MEANINGS } from '../../src/docs-site/errors-markdown.ts';
import { API_TEXTS } from '../../src/platform/messages/api-reference/api-text.ts';
import { typographyFaults } from '../support/typography.ts';

const namesIn = (text: string) => [...new Set(text.match(/`[^`]+`/g))].sort();

describe('the texts of the API in French and Kreyòl', () => {
  const shown = new Set([...Object.values(ERRORS).map(({ meaning }) => meaning), ...Object.values(STATUS_MEANINGS)]);

  for (const language of ['fr', 'ht'] as const) {
    const texts = API_TEXTS[language];

    it(`${language} has each of them, and no others`, () => {
      assert.deepEqual(Object.keys(texts).sort(), [...shown].sort());
    });

    it(`${language} names the same fields and codes as English`, () => {
      for (const [english, text] of Object.entries(texts)) assert.deepEqual(namesIn(text), namesIn(english), english);
    });

    it(`${language} follows the rules of typography`, () => {
      const prose = Object.values(texts).map((text) => text.replaceAll(/`[^`]+`/g, '0'));
      assert.deepEqual(
        prose.flatMap((text) => typographyFaults(text, language)),
        [],
      );
    });
  }
});
