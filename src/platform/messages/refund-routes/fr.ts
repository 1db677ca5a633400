import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  columns: {
    method: 'Moyen',
    live: 'Comment les remboursements de production sont payés',
    parts: 'Montants des remboursements automatiques',
    settings: 'Réglages',
    test: 'Remboursements de test',
  },
  simulated: 'simulés',
  live: {
    provider: 'par le prestataire de paiement',
    transfer: 'par un transfert depuis le compte préfinancé de l’opérateur',
    hand: 'par transfert manuel',
  },
  parts: {
    any: 'en entier ou en partie',
    unless_converted: 'en entier ou en partie\u00a0; en entier seulement si le montant a été converti',
    none: 'en entier seulement',
  },
  otherwiseByHand: 'sinon par transfert manuel',
};
