import type { Language } from './language.ts';
import { en } from './texts/english.ts';
import { fr } from './texts/french.ts';
import { ht } from './texts/kreyol.ts';
import type { Texts } from './texts/wording.ts';

/** The dictionary. Wording: Kreyòl first, because most customers read it. */
export const TEXTS: Readonly<Record<Language, Texts>> = { ht, fr, en };
