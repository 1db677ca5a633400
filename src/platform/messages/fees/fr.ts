import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  title: 'Frais',
  titles: { live: 'Frais des paiements de production', test: 'Frais des paiements de test' },
  intro:
    'Ce que chaque prestataire de paiement retient sur un paiement de ce site. Un paiement reçoit ses frais quand il se termine, d’après la règle en vigueur à ce moment. Les paiements antérieurs gardent leurs frais.',
  current: 'En vigueur maintenant',
  upcoming: 'À venir',
  history: 'Historique',
  none: 'Aucune règle de frais pour l’instant. Sans règle, aucun frais n’est passé.',
  noneNow: 'Aucune règle n’est en vigueur.',
  method: 'Moyen de paiement',
  currency: 'Devise',
  percent: 'Pourcentage',
  percentHint: 'Du montant, comme 2.9. Trois décimales au plus.',
  fixed: 'Montant fixe',
  fixedHint: 'Ajouté à chaque fois, dans la devise des paiements.',
  minimum: 'Frais minimum',
  minimumHint: 'Les frais d’un paiement ne sont jamais inférieurs.',
  from: 'Valable à partir de (heure d’Haïti)',
  fromHint: 'Laissez vide pour commencer dans trois minutes. Une règle qui a le même début remplace la précédente.',
  start: 'Valable à partir de',
  setBy: 'Fixée par',
  example: 'Frais de {money}',
  noFee: 'Sans frais',
  set: 'Fixer une règle de frais',
  setTitles: {
    live: 'Fixer une règle de frais des paiements de production',
    test: 'Fixer une règle de frais des paiements de test',
  },
  setText: 'Les paiements passés ne changent pas. Un remboursement ne rend pas les frais.',
  submit: 'Fixer',
  end: 'Retirer',
  endTitle: 'Retirer une règle de frais',
  endText:
    'Dans trois minutes, les paiements par {method} en {currency} qui se terminent n’ont plus de frais. Les paiements antérieurs gardent les leurs, et la règle reste dans l’historique.',
  laterRule: 'Une règle ultérieure est fixée\u00a0: à partir du {time}, ces paiements ont de nouveau des frais.',
  cancel: 'Retour',
  done: { set: 'Règle de frais fixée.', ended: 'Règle de frais retirée. Elle prend fin dans trois minutes.' },
};
