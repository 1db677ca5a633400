import { isRole } from '../../domain/roles.ts';
import type { Language } from '../../messages/language.ts';
import { ROLE_TEXTS } from '../role-texts.ts';
import { KEY_REFUSALS } from './key-refusals.ts';
import { LINK_REFUSALS } from './link-refusals.ts';
import { PEOPLE_REFUSALS } from './people-refusals.ts';
import { THING_REFUSALS } from './thing-refusals.ts';
import { WORK_REFUSALS } from './work-refusals.ts';

interface Pattern {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly texts: { readonly fr: string; readonly ht: string };
}

/** As verbs name the roles of merchants' people. */
const MERCHANT_ROLE = /\bmerchant_(owner|developer|viewer)\b/g;
/** `{name}`, in the sentences of the catalogue. */
const PLACE = /\{(\w+)\}/g;

let patterns: readonly Pattern[] | undefined;

/**
 * What a verb refuses, in the language of the page: verbs say it in English, as the command line shows it. What the catalogue does not have stays
 * as it is, such as a text of a page.
 */
export function refusalText(message: string, language: Language): string {
  if (language === 'en') return message.replace(MERCHANT_ROLE, 'merchant’s $1');
  patterns ??= Object.entries({
    ...PEOPLE_REFUSALS,
    ...THING_REFUSALS,
    ...KEY_REFUSALS,
    ...WORK_REFUSALS,
    ...LINK_REFUSALS,
  }).map(patternOf);
  for (const { pattern, names, texts } of patterns) {
    const found = pattern.exec(message);
    if (!found) continue;
    const values = new Map(names.map((name, at) => [name, valueText(found[at + 1] ?? '', language)]));
    return texts[language].replaceAll(PLACE, (_whole, name: string) => values.get(name) ?? '');
  }
  return message;
}

/** What a sentence names: a role by what it is called, a reason in the same language, and anything else as it is. */
function valueText(value: string, language: 'fr' | 'ht'): string {
  if (isRole(value)) return ROLE_TEXTS[language][value];
  return refusalText(value, language);
}

function patternOf([english, texts]: [string, { fr: string; ht: string }]): Pattern {
  const names = [...english.matchAll(PLACE)].map(([, name = '']) => name);
  const parts = english.split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return { pattern: new RegExp(`^${parts.join('(.+?)')}$`, 's'), names, texts };
}
