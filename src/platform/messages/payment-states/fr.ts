import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  states: {
    pending: 'En attente du numéro de carte',
    processing: 'En cours',
    not_opened: 'Pas encore ouvert',
    unfinished: 'Pas encore terminé',
    waiting_customer: 'En attente du client',
    waiting_moncash: 'En attente de MonCash',
    waiting_natcash: 'En attente de NatCash',
    waiting_card: 'En attente de la banque de la carte',
    completed: 'Payé',
    failed: 'Échoué',
    late: 'Échoué, payé ensuite',
    late_returned: 'Échoué, payé ensuite, argent rendu',
    twice: 'Payé plus d’une fois',
    returned: 'Payé, argent rendu',
    amount_mismatch: 'Échoué (montant différent)',
    provider_error: 'Échoué (erreur du prestataire de paiement)',
    insufficient_balance: 'Échoué (solde insuffisant)',
    declined: 'Échoué (refusé)',
    expired_card: 'Échoué (carte expirée)',
    cancelled: 'Annulé',
    expired: 'Expiré',
  },
  reasons: {
    insufficient_balance: 'Solde insuffisant',
    declined: 'Refusé',
    cancelled: 'Annulé',
    expired: 'Expiré',
    expired_card: 'Carte expirée',
    provider_error: 'Erreur du prestataire de paiement',
    amount_mismatch: 'Montant différent',
  },
};
