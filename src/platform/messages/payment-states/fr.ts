import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  pending: 'En attente du client',
  processing: 'En cours',
  completed: 'Payé',
  failed: 'Échoué',
  late: 'Payé en retard',
  twice: 'Payé plus d’une fois',
  amount_mismatch: 'Montant différent',
  provider_error: 'Non confirmé',
  insufficient_balance: 'Solde insuffisant',
  declined: 'Refusé',
  expired_card: 'Carte expirée',
  cancelled: 'Annulé',
  expired: 'Expiré',
};
