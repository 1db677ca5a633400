import type { Language } from '../../wording/language.ts';

/** Of the message that a seller sends. A native speaker should confirm the Kreyòl. */
export const SHARE_TEXTS: Readonly<Record<Language, { readonly test: string; readonly pay: string }>> = {
  en: { test: 'TEST', pay: 'Pay here, safely, with your phone:' },
  fr: { test: 'TEST', pay: 'Payez ici, en sécurité, avec votre téléphone\u00a0:' },
  ht: { test: 'TÈS', pay: 'Peye isit la, an sekirite, ak telefòn ou:' },
};
