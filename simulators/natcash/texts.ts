import type { Order } from './ledger.ts';

interface Texts {
  readonly title: string;
  readonly notReal: string;
  readonly total: string;
  readonly phone: string;
  readonly phoneHint: string;
  readonly phoneWrong: string;
  readonly continue: string;
  readonly code: string;
  readonly codeHint: string;
  readonly codeWrong: string;
  readonly pay: string;
  readonly cancel: string;
  readonly expired: string;
  readonly finished: string;
  readonly back: string;
}

export const TEXTS: Readonly<Record<Order['language'], Texts>> = {
  ht: {
    title: 'Peye ak NatCash',
    notReal: 'Similatè: pa gen lajan reyèl',
    total: 'Total:',
    phone: 'Nimewo telefòn',
    phoneHint: 'Nenpòt nimewo 8 chif, san 509.',
    phoneWrong: 'Antre yon nimewo 8 chif.',
    continue: 'Kontinye',
    code: 'Kòd sekirite',
    codeHint: '123456 peye, 000000 refize.',
    codeWrong: 'Kòd la pa bon.',
    pay: 'Peye',
    cancel: 'Anile',
    expired: 'Sesyon an ekspire',
    finished: 'Peman sa a fini.',
    back: 'Retounen kay machann nan',
  },
  fr: {
    title: 'Payer avec NatCash',
    notReal: 'Simulateur\u00a0: pas d’argent réel',
    total: 'Total\u00a0:',
    phone: 'Numéro de téléphone',
    phoneHint: 'N’importe quel numéro de 8 chiffres, sans 509.',
    phoneWrong: 'Entrez un numéro de 8 chiffres.',
    continue: 'Continuer',
    code: 'Code de sécurité',
    codeHint: '123456 paie, 000000 est refusé.',
    codeWrong: 'Ce code n’est pas le bon.',
    pay: 'Payer',
    cancel: 'Annuler',
    expired: 'Session expirée',
    finished: 'Ce paiement est terminé.',
    back: 'Retour au site du marchand',
  },
  en: {
    title: 'Pay with NatCash',
    notReal: 'Simulator: no real money',
    total: 'Total:',
    phone: 'Phone number',
    phoneHint: 'Any number of 8 digits, without 509.',
    phoneWrong: 'Give a number of 8 digits.',
    continue: 'Continue',
    code: 'Security code',
    codeHint: '123456 pays, 000000 is declined.',
    codeWrong: 'This is not the code.',
    pay: 'Pay',
    cancel: 'Cancel',
    expired: 'Session expired',
    finished: 'This payment is finished.',
    back: 'Return to merchant',
  },
};
