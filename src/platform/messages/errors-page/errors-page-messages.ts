import { catalogue } from '../catalogue.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { ht } from './ht.ts';

export const ERRORS_PAGE = catalogue({ en, fr, ht });
