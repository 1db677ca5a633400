import type { Language } from '../../src/platform/messages/language.ts';
import { FRENCH as FRENCH_WORDS } from '../prose/dictionary.ts';

/** Words in Kreyòl texts that are spelt as their owners, or all programmers, spell them. */
const FOREIGN = new Set(
  'acceptance american bruno bun business c callback center composer cookie core curl cursor custom digicel etcd excel express flutter function iframe imprimer linux mastercard natcom next null prometheus proxy python react refund refunds ruby sandbox secret secure security stripe supabase true unicode universal unix vendure'.split(
    ' ',
  ),
);

type Rule = readonly [what: string, pattern: RegExp];

const NO_BREAK = '\u00a0\u202f';

const FRENCH: readonly Rule[] = [
  ['an apostrophe is ’', /'/g],
  ['quotation marks are « »', /["“”]/g],
  ['three dots are …', /\.\.\./g],
  [
    'a no-break space comes before : ; ! ? and »',
    new RegExp(`[^${NO_BREAK}\\s][;!?»]|[^${NO_BREAK}\\s:]:(?!\\d|//)`, 'g'),
  ],
  ['a space before : ; ! ? » % is a no-break one', / [:;!?»%]/g],
  ['a no-break space comes after «', new RegExp(`«[^${NO_BREAK}]`, 'g')],
  ['digits are grouped by U+202F', /\d[, ]\d{3}(?!\d)/g],
  [
    'decimals come after a comma, but for versions',
    /(?<![\d.]|(?:OpenAPI|Patroni|PHP|Python|TypeScript|WooCommerce|WordPress|etcd) )\d+\.\d+(?![\d.]*\.\d)/g,
  ],
  ...FRENCH_WORDS.map(({ avoid, use }): Rule => [`write « ${use} »`, new RegExp(avoid.join('|'), 'gi')]),
];

const KREYOL: readonly Rule[] = [
  ['there are no apostrophes', /['’]/g],
  ['three dots are …', /\.\.\./g],
  ['there is no space before : ; ! ?', /\s[:;!?]/g],
  ['only à, è and ò carry an accent', /(?![a-zàèò])\p{L}/giu],
  ['c is used in ch only, and there is no x or q', /(?<![\d\p{L}])\p{L}*(?:c(?!h)|[xq])\p{L}*/giu],
  ['u is used in ou and ui only', /\p{L}*(?<!o)u(?!i)\p{L}*/giu],
  ['words are not joined by hyphens', /\p{L}+-\p{L}+/gu],
  ['p ap is two words', /\bpap\b/giu],
];

/** The places where a text for people breaks a rule of its language, one line each. There are no rules for English. */
export function typographyFaults(text: string, language: Language): string[] {
  const rules = { en: [], fr: FRENCH, ht: KREYOL }[language];
  return rules.flatMap(([what, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(([found]) => !(language === 'ht' && isForeign(found)))
      .map(({ index }) => `${what}: ${text.slice(Math.max(0, index - 20), index + 20).replaceAll('\n', ' ')}`),
  );
}

/** Names like MonCash, PIN and HMAC, and words of the list above; in a word with hyphens, every part. */
function isForeign(found: string): boolean {
  const parts = found.split('-');
  return parts.every(
    (part) => /^\p{L}+$/u.test(part) && (/\p{L}\p{Lu}/u.test(part) || FOREIGN.has(part.toLowerCase())),
  );
}
