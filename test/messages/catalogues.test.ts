import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { LANGUAGES, type Language } from '../../src/platform/messages/language.ts';
import { typographyFaults } from '../support/typography.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Source code without the messages: where keys are used. */
const SOURCES = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((file) => !/^src\/platform\/messages\/.+\/(?:en|fr|ht)\.ts$/.test(file))
  .map((file) => readFileSync(`${ROOT}${file}`, 'utf8'))
  .join('\n');
const USED = new Set(SOURCES.match(/[\w-]+/g));

/** Whether the source uses a key. The text of a page has the key of its title and `Text`, which the source adds. */
const isUsed = (key: string) => USED.has(key) || (key.endsWith('Text') && USED.has(key.slice(0, -'Text'.length)));

type Texts = readonly (readonly [path: string, text: string])[];

const areas = globSync('src/platform/messages/*/en.ts', { cwd: ROOT }).map((file) => file.split('/').at(-2) as string);

async function textsOf(area: string, language: Language): Promise<Texts> {
  const module = (await import(`${ROOT}src/platform/messages/${area}/${language}.ts`)) as Record<string, unknown>;
  return textsIn(module[language]);
}

function textsIn(value: unknown, path = ''): Texts {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsIn(inner, path ? `${path}.${key}` : key));
}

/** The arguments of an ICU message, each with its format. */
function argumentsOf(text: string): string[] {
  const found = new Set<string>();
  const collect = (elements: ReturnType<typeof parse>): void => {
    for (const element of elements) {
      if (element.type === TYPE.argument) found.add(element.value);
      if (element.type === TYPE.number) found.add(`${element.value}, number`);
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        found.add(`${element.value}, ${element.type === TYPE.plural ? 'plural' : 'select'}`);
        for (const option of Object.values(element.options)) collect(option.value);
      }
    }
  };
  collect(parse(text, { ignoreTag: true }));
  return [...found].sort();
}

/** Everything that a message can say: one text for each choice of its branches, with 0 for each argument. */
function variantsOf(elements: ReturnType<typeof parse>): string[] {
  let texts = [''];
  for (const element of elements) {
    const next =
      element.type === TYPE.literal
        ? [element.value]
        : element.type === TYPE.plural || element.type === TYPE.select
          ? Object.values(element.options).flatMap((option) => variantsOf(option.value))
          : ['0'];
    texts = texts.flatMap((text) => next.map((more) => text + more));
  }
  return texts;
}

/** The arguments as the types of catalogue.ts read them: after each brace, up to a comma or the next brace. */
function typedArgumentsOf(text: string): string[] {
  const found = text
    .split('{')
    .slice(1)
    .map((part) => part.split('}')[0] ?? '')
    .map(
      (inside) =>
        /^(\w+), (\w+)(?:,|$)/.exec(inside)?.slice(1).join(', ') ?? (/[ #]|^$/.test(inside) ? undefined : inside),
    )
    .filter((each) => each !== undefined);
  return [...new Set(found)].sort();
}

/** The text without what a reader has to type: addresses, settings, commands, dates and numbers with a point. */
function proseOf(text: string): string {
  return text
    .replaceAll(
      /`[^`]*`|https?:\/\/\S*|\w+_\w+…?|#\w{6}|--[\w-]+|\bage-keygen\b|[\w.]+@[\w.]+|\b\d{4}-\d\d-\d\dT[\d:]+/g,
      '0',
    )
    .replaceAll(/^(?:create|read)(?=\s?:)|\bWCAG AA\b|\bcurl\b|\bpeye doctor\b|[A-Za-z]+\/[\w-]+/g, '0')
    .replaceAll(/\b\d+(?:\.\d+){3}(?:\/\d+)?|\b2001:db8::\/32|\b131\.25\b/g, '0')
    .replaceAll(/(comme|tankou|ou|oswa) \d+\.\d+/gi, '$1 0');
}

describe('the messages', () => {
  it('are found', () => assert.ok(areas.length > 0));

  for (const area of areas) {
    it(`have the same arguments in every language, as the compiler reads them: ${area}`, async () => {
      const english = new Map(await textsOf(area, 'en'));
      for (const language of LANGUAGES) {
        for (const [path, text] of await textsOf(area, language)) {
          if (!text.includes('{')) continue;
          const wanted = typedArgumentsOf(english.get(path) ?? '').map((each) => each.split(',')[0]);
          assert.deepEqual(
            [...new Set(argumentsOf(text).map((each) => each.split(',')[0]))],
            wanted,
            `${language} ${path}`,
          );
          if (language === 'en') assert.deepEqual(argumentsOf(text), typedArgumentsOf(text), path);
        }
      }
    });

    it(`are all used: ${area}`, async () => {
      const unused = (await textsOf(area, 'en')).filter(([path]) => !isUsed(path.split('.').at(-1) ?? ''));
      assert.deepEqual(unused, []);
    });

    it(`keep the typography of French and Kreyòl: ${area}`, async () => {
      for (const language of ['fr', 'ht'] as const) {
        const faults = (await textsOf(area, language)).flatMap(([path, text]) =>
          (text.includes('{') ? variantsOf(parse(text, { ignoreTag: true })) : [text])
            .flatMap((each) => typographyFaults(proseOf(each), language))
            .map((fault) => `${path}: ${fault}`),
        );
        assert.deepEqual(faults, []);
      }
    });
  }
});
