import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../../src/messages/language.ts';
import { typographyFaults } from '../support/typography.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A file of texts exports dictionaries by language. */
const files = globSync('src/console/**/*-texts.ts', { cwd: ROOT }).sort();
const dictionaries: [name: string, byLanguage: Record<string, unknown>][] = [];
for (const file of files) {
  for (const [name, value] of Object.entries(await import(`${ROOT}${file}`))) {
    if (value && typeof value === 'object' && 'en' in value)
      dictionaries.push([`${file} ${name}`, value as Record<string, unknown>]);
  }
}

/** Every text of a dictionary, by its path. Words that are functions are called with two small numbers. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return textsIn(value(2, 3), path);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, path ? `${path}.${key}` : key));
}

/** Names of settings, addresses, places for values and what is to be typed are spelt as they are. */
function proseOf(text: string): string {
  return text
    .replaceAll(/\{\w+\}|https?:\/\/\S*|\w+_\w+…?|#\w{6}|\w+\/[\w-]+/g, '0')
    .replaceAll(/^(?:create|read)(?=\s?:)|\b\d+(?:\.\d+){3}\b|\bWCAG AA\b|\bcurl\b|\bpeye doctor\b/g, '0')
    .replaceAll(/(comme|tankou|ou|oswa) \d+\.\d+/gi, '$1 0');
}

describe('the texts of the console', () => {
  it('are found', () => assert.ok(files.length >= 8, files.join()));

  for (const [name, byLanguage] of dictionaries) {
    it(`are there in every language, and keep its typography: ${name}`, () => {
      assert.deepEqual(Object.keys(byLanguage).sort(), [...LANGUAGES].sort());
      const pathsOf = (language: string) => textsIn(byLanguage[language]).map(([path]) => path);
      for (const language of ['fr', 'ht'] as const) {
        assert.deepEqual(pathsOf(language), pathsOf('en'));
        const faults = textsIn(byLanguage[language]).flatMap(([path, text]) =>
          typographyFaults(proseOf(text), language).map((fault) => `${language} ${path}: ${fault}`),
        );
        assert.deepEqual(faults, []);
      }
    });
  }
});
