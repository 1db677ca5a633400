import { catalogue } from '../catalogue.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { ht } from './ht.ts';

const TEXTS = catalogue({ en, fr, ht });

export const STATE_TEXTS = { en: TEXTS.en.states, fr: TEXTS.fr.states, ht: TEXTS.ht.states };
export const REASON_TEXTS = { en: TEXTS.en.reasons, fr: TEXTS.fr.reasons, ht: TEXTS.ht.reasons };
