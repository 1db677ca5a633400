import { catalogue, type Messages } from '../catalogue.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { ht } from './ht.ts';

export const REFERENCE_WORDS = catalogue({ en, fr, ht });

export type ReferenceWords = Messages<typeof en>;
