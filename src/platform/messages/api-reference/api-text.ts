import type { Language } from '../language.ts';
import { fr } from './fr.ts';
import { ht } from './ht.ts';

/**
 * A text of the API's description in a language: the English one if it has no translation. The texts are written once, in English, where
 * the code that they describe is. `test/wording/api-texts.test.ts` checks that each has its translations.
 */
export function apiText(english: string, language: Language): string {
  return (language === 'en' ? undefined : API_TEXTS[language][english]) ?? english;
}

/** The translations of each text, by the English text. */
export const API_TEXTS: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = { fr, ht };
