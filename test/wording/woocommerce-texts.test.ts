import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { typographyFaults } from '../support/typography.ts';

const PLUGIN = fileURLToPath(new URL('../../integrations/woocommerce/peye', import.meta.url));
/** A text in PHP between single quotes. */
const QUOTED = String.raw`'((?:[^'\\]|\\.)*)'`;
const unquoted = (text: string) => text.replaceAll(/\\(.)/g, '$1');

/** Every English text of the plugin's sources. */
const texts = new Set(
  globSync('**/*.php', { cwd: PLUGIN }).flatMap((file) => {
    const source = readFileSync(join(PLUGIN, file), 'utf8');
    const calls = source.matchAll(new RegExp(`(?:__|esc_(?:html|attr)__)\\(\\s*${QUOTED},\\s*'peye'\\s*\\)`, 'g'));
    return [...calls].map((call) => unquoted(call[1]!));
  }),
);
const translationsOf = (locale: string) => {
  const source = readFileSync(join(PLUGIN, `languages/peye-${locale}.l10n.php`), 'utf8');
  const pairs = source.matchAll(new RegExp(`^\\t\\t${QUOTED} =>\\n\\t\\t\\t${QUOTED},$`, 'gm'));
  return new Map([...pairs].map((pair) => [unquoted(pair[1]!), unquoted(pair[2]!)]));
};
const placeholders = (text: string) => (text.match(/%(?:\d\$)?s/g) ?? []).toSorted();
/** The text with one known name in place of keys, addresses and names that are the same in every language. */
const prose = (text: string) =>
  text.replaceAll(/https?:\/\/\S+|\b(?:tk|whsec)_\w*|%(?:\d\$)?s|Refund manually/g, 'MonCash');

describe('the texts of the WooCommerce plugin', () => {
  it('are found', () => assert.ok(texts.size > 100, String(texts.size)));

  for (const [locale, language] of [
    ['fr_FR', 'fr'],
    ['ht', 'ht'],
  ] as const) {
    const translations = translationsOf(locale);
    it(`are all translated in ${language}, and there are no other translations`, () => {
      assert.deepEqual([...translations.keys()].toSorted(), [...texts].toSorted());
    });
    it(`have the same placeholders in ${language}`, () => {
      for (const [text, translated] of translations)
        assert.deepEqual(placeholders(translated), placeholders(text), text);
    });
    it(`are spelt by the rules of ${language}`, () => {
      for (const text of translations.values()) assert.deepEqual(typographyFaults(prose(text), language), [], text);
    });
  }
});
