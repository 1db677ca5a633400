import type { Language } from '../../messages/language.ts';
import { EN } from './link-texts-en.ts';
import { FR } from './link-texts-fr.ts';
import { HT } from './link-texts-ht.ts';
import type { LinkWords } from './link-words.ts';

/** Of the pages of payment links, and of the poster. */
export const LINK_TEXTS: Readonly<Record<Language, LinkWords>> = { en: EN, fr: FR, ht: HT };
