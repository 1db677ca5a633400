import { catalogue, type Messages } from '../catalogue.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { ht } from './ht.ts';

/** Texts that customers read. Kreyòl comes first, because most customers read it. */
export const TEXTS = catalogue({ en, fr, ht });

export type Texts = Messages<typeof en>;
