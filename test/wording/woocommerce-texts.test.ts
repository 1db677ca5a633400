import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { typographyFaults } from '../support/typography.ts';

const PLUGIN = fileURLToPath(new URL('../../integrations/woocommerce/peye', import.meta.url));
/** A text in PHP between single quotes. */
const QUOTED = String.raw`'((?:[^'\\]|\\.)*)'`;
const placeholders = (text: string) => (text.match(/%(?:\d\$)?s/g) ?? []).toSorted();
const unquoted = (text: string) => text.replaceAll(/\\(.)/g, '$1');

/** Every English text of the plugin's sources, with the files that have it and the notes for translators. */
const texts = new Map<string, { files: Set<string>; notes: Set<string> }>();
for (const file of globSync('**/*.php', { cwd: PLUGIN }).sort()) {
  const source = readFileSync(join(PLUGIN, file), 'utf8');
  const note = String.raw`(?:/\* (translators: [^\n]*?) \*/\n[^\n]*?)?`;
  const calls = source.matchAll(new RegExp(`${note}(?:__|esc_(?:html|attr)__)\\(\\s*${QUOTED},\\s*'peye'\\s*\\)`, 'g'));
  for (const [, comment, quoted] of calls) {
    const text = unquoted(quoted!);
    const found = texts.get(text) ?? { files: new Set(), notes: new Set() };
    texts.set(text, found);
    found.files.add(file);
    if (comment !== undefined) found.notes.add(comment);
  }
}
/** The template for translators, as WordPress's directory of plugins reads it. It names no lines, which every change would move. */
const template = [
  '# The texts of Peye for WooCommerce. UPDATE_SNAPSHOTS=1 npm test -- test/wording/woocommerce-texts.test.ts writes this file.',
  'msgid ""\nmsgstr ""\n"Project-Id-Version: Peye for WooCommerce\\n"\n"MIME-Version: 1.0\\n"',
  '"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"X-Domain: peye\\n"\n',
  ...[...texts].map(([text, { files, notes }]) =>
    [
      ...[...notes].map((note) => `#. ${note}`),
      ...[...files].map((file) => `#: ${file}`),
      ...(placeholders(text).length > 0 ? ['#, php-format'] : []),
      `msgid ${JSON.stringify(text)}\nmsgstr ""\n`,
    ].join('\n'),
  ),
].join('\n');
const translationsOf = (locale: string) => {
  const source = readFileSync(join(PLUGIN, `languages/peye-${locale}.l10n.php`), 'utf8');
  const pairs = source.matchAll(new RegExp(`^\\t\\t${QUOTED} =>\\n\\t\\t\\t${QUOTED},$`, 'gm'));
  return new Map([...pairs].map((pair) => [unquoted(pair[1]!), unquoted(pair[2]!)]));
};
/** The text with one known name in place of keys, addresses and names that are the same in every language. */
const prose = (text: string) =>
  text.replaceAll(/https?:\/\/\S+|\b(?:tk|whsec)_\w*|%(?:\d\$)?s|Refund manually/g, 'MonCash');

describe('the texts of the WooCommerce plugin', () => {
  it('are found', () => assert.ok(texts.size > 100, String(texts.size)));

  it('are all in the template for translators', () => {
    const file = join(PLUGIN, 'languages/peye.pot');
    if (process.env.UPDATE_SNAPSHOTS === '1') writeFileSync(file, template);
    assert.equal(readFileSync(file, 'utf8'), template);
  });

  for (const [locale, language] of [
    ['fr_FR', 'fr'],
    ['ht', 'ht'],
  ] as const) {
    const translations = translationsOf(locale);
    it(`are all translated in ${language}, and there are no other translations`, () => {
      assert.deepEqual([...translations.keys()].toSorted(), [...texts.keys()].toSorted());
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
