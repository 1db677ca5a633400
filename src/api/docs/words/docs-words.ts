import type { Language } from '../../../messages/language.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { kreyol } from './kreyol.ts';
import type { DocsWords } from './words.ts';

/** What the documentation says, in every language. */
export const DOCS_WORDS: Readonly<Record<Language, DocsWords>> = { en: english, fr: french, ht: kreyol };
