import type { Refusals } from './refusals.ts';

/** Of what keys are limited to, of changes by two people at once, and of test events. */
export const KEY_REFUSALS: Refusals = {
  'The expiry must be a time before the year 2100.': {
    fr: 'L’expiration doit être avant l’an 2100.',
    ht: 'Dat fen an dwe anvan ane 2100.',
  },
  'The expiry must be in the future. To end a key now, deactivate it.': {
    fr: 'L’expiration doit être dans l’avenir. Pour arrêter une clé maintenant, désactivez-la.',
    ht: 'Dat fen an dwe pi devan. Pou fini yon kle kounye a, dezaktive li.',
  },
  'The key has expired, and so would its new text: give it another expiry first.': {
    fr: 'La clé a expiré, et son nouveau texte le serait aussi : donnez-lui d’abord une autre expiration.',
    ht: 'Kle a ekspire, nouvo tèks li t ap ekspire tou: ba li yon lòt dat fen anvan.',
  },
  'An address must be like 203.0.113.7, or a subnet like 203.0.113.0/24 or 2001:db8::/32, and not {text}.': {
    fr: 'Une adresse doit s’écrire comme 203.0.113.7, un sous-réseau comme 203.0.113.0/24 ou 2001:db8::/32, et non {text}.',
    ht: 'Yon adrès dwe tankou 203.0.113.7, yon sous rezo tankou 203.0.113.0/24 oswa 2001:db8::/32, pa {text}.',
  },
  'Write {address} as an IPv4 address.': {
    fr: 'Écrivez {address} comme une adresse IPv4.',
    ht: 'Ekri {address} tankou yon adrès IPv4.',
  },
  'There may be {most} addresses at most: give a subnet instead.': {
    fr: '{most} adresses au plus sont permises : donnez plutôt un sous-réseau.',
    ht: 'Pa ka gen plis pase {most} adrès: bay yon sous rezo pito.',
  },
  'Scopes must be some of {scopes}, and at least one.': {
    fr: 'Choisissez au moins une portée parmi {scopes}.',
    ht: 'Chwazi omwen yon dwa nan {scopes}.',
  },
  'The website has no callback URL yet: set it first.': {
    fr: 'Le site n’a pas encore d’URL de rappel : définissez-la d’abord.',
    ht: 'Sit la poko gen callback URL: mete l anvan.',
  },
};
