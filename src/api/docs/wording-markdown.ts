import { LANGUAGES, type Language } from '../../messages/language.ts';
import { formatConversionRate, formatMoney, formatPhone } from '../../wording/format.ts';
import { formatHaitiTime } from '../../wording/format-haiti-time.ts';
import { TEXTS } from '../../wording/texts.ts';
import { markdownTable } from './markdown-table.ts';
import { DOCS_TO_CONFIRM, TO_CONFIRM } from './wording-to-confirm.ts';

/** 22 November 2026, 14:05 in Haiti. */
const MOMENT_US = Date.UTC(2026, 10, 22, 19, 5) * 1000;

/** What texts with a place in them are shown with, by their path. */
const SAMPLES: Readonly<Record<string, (language: Language) => readonly (readonly unknown[])[]>> = {
  payWith: () => [['MonCash']],
  pay: (language) => [[formatMoney(125_000, 'HTG', language)]],
  recurring: () => [
    ['monthly', 1],
    ['weekly', 2],
  ],
  codeSent: () => [[formatPhone('37000001')]],
  errorTitle: (language) => [[TEXTS[language].payWith('MonCash')]],
  processingText: () => [['MonCash']],
  cardCharged: (language) => [[formatMoney(1_000, 'USD', language)]],
  tooManyText: () => [[1], [7]],
  unknownPaymentText: () => [[913_700_219_524_661]],
  'link.amountIn': () => [['HTG']],
  'link.amountBetween': (language) => [[formatMoney(10_000, 'HTG', language), formatMoney(7_500_000, 'HTG', language)]],
  'link.errors.amountBetween': (language) => [
    ['MonCash', formatMoney(100, 'HTG', language), formatMoney(7_500_000, 'HTG', language)],
  ],
  'receipt.haitiTime': (language) => [[formatHaitiTime(MOMENT_US, language)]],
};

const HEAD = `# Every text that customers read

Made by \`npm run docs\` from \`src/wording\`. Texts with a place for something are shown with an example. Spaces that do not break
are the characters themselves: U+00A0 before a currency, a colon in French and between the pairs of a phone number; U+202F in French before
\`; ! ?\` and between thousands.

No one who grew up with Kreyòl has read these yet. Rows with a number have a question [below](#to-be-confirmed).`;

/** docs/wording.md: all texts of the pages side by side, the formats, and what a native speaker should confirm. */
export function wordingMarkdown(): string {
  const numbers = new Map(TO_CONFIRM.flatMap(({ paths }, index) => paths.map((path) => [path, String(index + 1)])));
  const columns = LANGUAGES.map((language) => new Map(textsOf(TEXTS[language], '', language)));
  const rows = [...(columns[0]?.keys() ?? [])].map((path) => [
    `\`${path}\``,
    ...columns.map((column) => column.get(path) ?? ''),
    numbers.get(path) ?? '',
  ]);
  const names = LANGUAGES.map((language) => TEXTS[language].languageName);
  const questions = TO_CONFIRM.map(({ question, paths }, index) => [
    String(index + 1),
    question,
    paths.map((path) => `\`${path}\``).join(' '),
  ]);
  return `${HEAD}

${markdownTable(['Text', ...names, '?'], rows)}

## Formats

${markdownTable(['', ...names], formatRows())}

## To be confirmed

${markdownTable(['?', 'Question', 'Texts'], questions)}

And of the documentation in French and Kreyòl:

${DOCS_TO_CONFIRM.map((question) => `- ${question}`).join('\n')}
`;
}

function formatRows(): string[][] {
  const row = (label: string, show: (language: Language) => string) => [label, ...LANGUAGES.map(show)];
  return [
    row('amount', (language) => formatMoney(1_250_050, 'HTG', language)),
    row('whole gourdes', (language) => formatMoney(1_250_000, 'HTG', language)),
    row('dollars', (language) => formatMoney(2_000, 'USD', language)),
    row('exchange rate', (language) => formatConversionRate(1_305_000, language)),
    row('moment, in Haiti', (language) => formatHaitiTime(MOMENT_US, language)),
    row('phone number', () => formatPhone('37000001')),
  ];
}

/** Every text below a dictionary, by its path. Throws for a text with a place in it that has no example. */
function textsOf(texts: object, prefix: string, language: Language): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]): [string, string][] => {
    const path = `${prefix}${key}`;
    if (typeof text === 'string') return [[path, text]];
    if (typeof text !== 'function') return textsOf(text as object, `${path}.`, language);
    const samples = SAMPLES[path];
    if (!samples) throw new Error(`the text ${path} has no example in SAMPLES`);
    return [
      [
        path,
        samples(language)
          .map((sample) => text(...sample))
          .join(' / '),
      ],
    ];
  });
}
