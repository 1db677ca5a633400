import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LINK_REFUSALS } from '../../src/console/refusals/link-refusals.ts';
import { PEOPLE_REFUSALS } from '../../src/console/refusals/people-refusals.ts';
import { refusalText } from '../../src/console/refusals/refusal-text.ts';
import { THING_REFUSALS } from '../../src/console/refusals/thing-refusals.ts';
import { WORK_REFUSALS } from '../../src/console/refusals/work-refusals.ts';
import { LANGUAGES } from '../../src/messages/language.ts';
import { typographyFaults } from '../support/typography.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REFUSALS = { ...LINK_REFUSALS, ...PEOPLE_REFUSALS, ...THING_REFUSALS, ...WORK_REFUSALS };

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

/** Where verbs say what they refuse to people who use the console. */
const VERBS = [
  'src/operator/**/*.ts',
  'src/payments/**/*.ts',
  'src/lib/short-text.ts',
  'src/lib/picture.ts',
  'src/webhooks/callback-url.ts',
];
/** What is refused at the command line alone, or to merchants. */
const NOT_HERE = [
  'src/operator/archive/',
  'src/operator/backup/',
  'src/operator/books/',
  // E-mails, which have languages of their own.
  'src/operator/users/link-texts.ts',
  'src/payments/amount-limits.ts',
  'src/payments/create-payment.ts',
  'src/payments/open-at-provider.ts',
];

/** The sentences of a file, each with something in place of what it names. */
function sentencesOf(file: string): string[] {
  const code = readFileSync(`${ROOT}${file}`, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    // Leads to the page where one signs in, and is said nowhere.
    .replaceAll(/new SignedOut\([^)]*\)/g, '');
  return [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)]
    .map(([literal]) => literal.slice(1, -1).replaceAll("\\'", "'"))
    .filter((text) => /^[A-Z$]/.test(text) && /\s/.test(text) && text.endsWith('.'));
}

describe('what verbs refuse', () => {
  it('is said in every language of the console', () => {
    const told: string[] = [];
    const missing: string[] = [];
    for (const file of VERBS.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()) {
      if (NOT_HERE.some((place) => file.startsWith(place))) continue;
      for (const sentence of sentencesOf(file)) {
        const text = sentence
          // The first half of these stands in another line.
          .replace(/^\$\{shown\} /, 'The logo has 7 × 7 pixels, but ')
          // What follows a word without a blank is a part that may be left out.
          .replaceAll(/(?<=[a-z])\$\{\w+\}/g, '')
          .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '7');
        told.push(text);
        if (refusalText(text, 'fr') === text || refusalText(text, 'ht') === text) missing.push(`${file}: ${sentence}`);
      }
    }
    assert.ok(told.length > 60, `${told.length} sentences`);
    assert.deepEqual(missing, [], 'give these a row in src/console/refusals');
  });

  it('keeps what it names, roles by what they are called, and reasons in the same language', () => {
    assert.equal(refusalText('There is no user usr_1.', 'en'), 'There is no user usr_1.');
    assert.equal(refusalText('There is no user usr_1.', 'fr'), 'Il n’y a pas de compte usr_1.');
    assert.equal(
      refusalText('A merchant_viewer works for websites: name one at least.', 'ht'),
      'Wòl “Machann: gade sèlman” mache ak sit: chwazi omwen youn.',
    );
    assert.equal(
      refusalText('The callback URL was refused: it must start with https://.', 'fr'),
      'L’URL de rappel a été refusée\u00a0: elle doit commencer par https://.',
    );
    assert.equal(refusalText('Un texte de la page.', 'fr'), 'Un texte de la page.');
  });

  it('names in each language what it names in English, and keeps its typography', () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
    for (const [english, texts] of Object.entries(REFUSALS)) {
      for (const language of ['fr', 'ht'] as const) {
        assert.deepEqual(places(texts[language]), places(english), english);
        assert.deepEqual(typographyFaults(proseOf(texts[language]), language), [], english);
      }
    }
  });
});
