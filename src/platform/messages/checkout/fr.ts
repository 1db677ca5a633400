import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  title: 'Sessions de paiement',
  one: 'Session de paiement',
  caption: 'Sessions de paiement, les plus récentes d’abord',
  what: 'Une session de paiement est une commande. Votre serveur la crée avec l’API, et le client choisit le moyen de paiement sur sa page.',
  how: 'Fonctionnement des sessions de paiement',
  none: 'Aucune session de paiement pour l’instant.',
  noneMatch: 'Aucune session de paiement ne correspond. Retirez un filtre.',
  reference: 'Référence entière',
  statuses: {
    open: 'Ouverte',
    processing: 'En cours',
    paid: 'Payée',
    expired: 'Expirée',
    cancelled: 'Annulée',
  },
  statusTexts: {
    open: 'Le client peut choisir un moyen de paiement et payer.',
    processing: 'Aucun nouveau paiement ne peut commencer, mais un paiement commencé peut encore aboutir.',
    paid: 'La commande est payée. Aucun autre de ses paiements ne peut réussir.',
    expired: 'Le délai est passé. Aucun paiement n’a réussi, et aucun ne réussira.',
    cancelled: 'La session a été annulée. Aucun paiement n’a réussi, et aucun ne réussira.',
  },
  order: 'Commande',
  payments: 'Paiements',
  paymentsText: 'Les paiements commencés par le client, les plus récents d’abord. Un seul au plus réussit.',
  paymentsNone: 'Le client n’a pas encore commencé de paiement.',
  paymentsGone: 'Ses paiements ont été supprimés, ou déplacés dans une archive.',
  page: 'Page du client',
  paidBy: 'Payée par',
  cancel: 'Annuler la session',
  cancelSure: 'Annuler cette session de paiement\u202f?',
  cancelText: 'Le client ne pourra plus commencer de paiement. Cette action est définitive.',
  cancelOpen:
    'Un de ses paiements est encore ouvert. Peye l’annule si son prestataire le permet. Sinon il peut encore aboutir, et la session est alors payée.',
  keep: 'Garder la session',
  done: {
    cancelled: 'Session annulée.',
    over: 'La session était déjà terminée\u00a0: rien n’a changé.',
  },
};
