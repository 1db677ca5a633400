import type { Language } from '../messages/language.ts';
import { en } from './english.ts';
import { fr } from './french.ts';
import { ht } from './kreyol.ts';
import type { Texts } from './wording.ts';

/** The dictionary. Wording: Kreyòl first, because most customers read it. */
export const TEXTS: Readonly<Record<Language, Texts>> = { ht, fr, en };
