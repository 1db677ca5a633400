import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  one: 'Abonnement',
  state: 'État',
  mode: 'Mode',
  live: 'Production',
  test: 'Test',
  website: 'Site',
  created: 'Depuis',
  amount: 'Montant',
  customer: 'Client',
  rhythm: 'Débité',
  next: 'Prochain débit',
  skipsNext: '{time}\u00a0: ce débit sera sauté si l’abonnement est encore en pause',
  failures: 'Échecs consécutifs',
  reason: 'Motif de la fin',
  charges: 'Débits',
  noCharges: 'Aucun débit depuis le premier paiement.',
  period: 'Cycle',
  due: 'Échéance',
  payment: 'Paiement',
  status: 'Statut',
  none: 'Aucun abonnement pour l’instant. Un abonnement commence par un paiement par carte qui se répète, par exemple tous les mois.',
  noneMatch: 'Aucun abonnement ne correspond. Retirez un filtre.',
  allPaused:
    'Aucune carte n’est débitée en production pour l’instant\u00a0: la base de données a été restaurée à partir d’une sauvegarde. L’opérateur de Peye doit d’abord comparer cette base de données aux données de l’acquéreur (la banque qui traite les cartes).',
  pause: 'Mettre en pause',
  resume: 'Reprendre',
  end: 'Annuler l’abonnement',
  back: 'Retour',
  pauseSure: 'Mettre cet abonnement en pause\u202f?',
  pauseWhat:
    'L’abonnement reste en pause jusqu’à ce que vous le repreniez. Les cycles qui arrivent à échéance entre-temps sont sautés et ne seront jamais débités. Si un débit est déjà commencé, il sera achevé.',
  resumeSure: 'Reprendre cet abonnement\u202f?',
  resumeWhat:
    'La carte est de nouveau débitée à partir du prochain cycle, le {time}. Les cycles sautés restent sautés.',
  endSure: 'Annuler cet abonnement\u202f?',
  endWhat:
    'La carte ne sera plus jamais débitée. Cette action est irréversible\u00a0: pour se réabonner, le client devra payer à nouveau. Si un débit est déjà commencé, il sera achevé. Les paiements passés ne changent pas.',
  endReason: 'Motif',
  endReasonHint: 'Visible par votre équipe. De 1 à 255 caractères.',
  paused: 'Abonnement mis en pause.',
  resumed: 'Abonnement repris.',
  ended: 'Abonnement annulé. La carte ne sera plus débitée.',
  states: {
    active: 'Actif',
    paused: 'En pause',
    stopped: 'Arrêté après des échecs',
    cancelled: 'Annulé',
  },
  intervals: {
    daily: '{count, plural, =1 {tous les jours} other {tous les # jours}}',
    weekly: '{count, plural, =1 {toutes les semaines} other {toutes les # semaines}}',
    monthly: '{count, plural, =1 {tous les mois} other {tous les # mois}}',
    yearly: '{count, plural, =1 {tous les ans} other {tous les # ans}}',
  },
};
