import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  today: 'À traiter',
  nothing: 'Rien à signaler',
  discrepancies:
    '{count, plural, one {paiement ne correspond pas aux relevés du fournisseur} other {paiements ne correspondent pas aux relevés du fournisseur}}',
  wrongAmounts:
    '{count, plural, one {paiement est arrivé avec un montant différent\u00a0: lisez quoi faire avant de livrer} other {paiements sont arrivés avec un montant différent\u00a0: lisez quoi faire avant de livrer}}',
  ownDiscrepancies:
    '{count, plural, one {de vos paiements ne concorde pas avec les relevés du fournisseur\u00a0: lisez quoi faire avant de livrer} other {de vos paiements ne concordent pas avec les relevés du fournisseur\u00a0: lisez quoi faire avant de livrer}}',
  exhausted:
    '{count, plural, one {webhook (message qui annonce le résultat d’un paiement) n’a pas été livré à {website}, malgré toutes les tentatives} other {webhooks (messages qui annoncent le résultat d’un paiement) n’ont pas été livrés à {website}, malgré toutes les tentatives}}',
  retrying:
    '{count, plural, one {webhook vers {website} attend une nouvelle tentative, car le serveur du site renvoie des erreurs} other {webhooks vers {website} attendent une nouvelle tentative, car le serveur du site renvoie des erreurs}}',
  silent:
    '{count, plural, one {paiement de production attend {method}\u00a0: aucun paiement {method} n’a abouti depuis 2 heures} other {paiements de production attendent {method}\u00a0: aucun paiement {method} n’a abouti depuis 2 heures}}',
  failing:
    '{count, plural, one {paiement {method} de production a échoué ces 2 dernières heures à cause d’une erreur du fournisseur\u00a0: il y a plus d’échecs que de paiements payés} other {paiements {method} de production ont échoué ces 2 dernières heures à cause d’une erreur du fournisseur\u00a0: il y a plus d’échecs que de paiements payés}}',
  overdue:
    '{count, plural, one {paiement de production reste sans résultat\u00a0: il a expiré il y a plus d’une heure, et le fournisseur (MonCash, NatCash ou carte) n’a pas encore indiqué s’il est payé} other {paiements de production restent sans résultat\u00a0: ils ont expiré il y a plus d’une heure, et le fournisseur (MonCash, NatCash ou carte) n’a pas encore indiqué s’ils sont payés}}',
  rate: 'le taux de change n’est plus à jour\u00a0: sa source n’a pas donné de nouveau taux depuis trop longtemps',
  receipts:
    '{count, plural, one {reçu n’a pas pu être envoyé ces sept derniers jours} other {reçus n’ont pas pu être envoyés ces sept derniers jours}}',
  atLeast: '{count}+',
  steps: 'Prochaines étapes',
  stepWebsite: 'Créer un site',
  stepKey: 'Créer une clé de test',
  stepPayment: 'Créer le premier paiement de test',
  stepCallback: 'Définir l’URL de rappel pour les webhooks',
  stepDocs: 'Votre premier paiement en cinq minutes',
  stepLink: 'Pour vendre sans site, créez un lien de paiement',
  figures: 'Chiffres',
  website: 'Site',
  all: 'Tous',
  mode: 'Mode',
  test: 'Test',
  live: 'Production',
  range: 'Période',
  ranges: {
    '7': '7 jours',
    '30': '30 jours',
    today: 'Aujourd’hui',
  },
  now: {
    '7': '7 derniers jours',
    '30': '30 derniers jours',
    today: 'Aujourd’hui',
  },
  before: {
    '7': 'Les 7 jours précédents',
    '30': 'La même période, cinq semaines plus tôt',
    today: 'Même jour de la semaine dernière',
  },
  volume: 'Paiements payés',
  volumeText: 'Nombre de paiements, selon le moment où ils ont été payés.',
  money: 'Argent reçu',
  paid: 'Payés',
  failed: 'Échoués',
  success: 'Taux de réussite par moyen de paiement',
  successText: 'Part des paiements terminés qui ont été payés.',
  wait: 'Délai de paiement',
  waitText: 'De la création au paiement. Les durées sont approximatives.',
  waitMedian: 'La moitié en moins de',
  wait90: '9 sur 10 en moins de',
  lag: 'Délai de livraison des webhooks',
  lagText:
    'Temps entre l’événement et son acceptation par le serveur du site. Calculé sur {count} webhooks au plus, les plus récents de chaque période.',
  failures: 'Échecs par motif',
  failuresText: 'Pourquoi des paiements ont échoué.',
  reasons: {
    insufficient_balance: 'Solde insuffisant',
    declined: 'Refusé',
    cancelled: 'Annulé',
    expired: 'Expiré',
    expired_card: 'Carte expirée',
    provider_error: 'Non confirmé (erreur du fournisseur)',
    amount_mismatch: 'Montant différent',
  },
  numbers: 'Afficher les données',
  hour: 'Heure (Haïti)',
  day: 'Jour (Haïti)',
  method: 'Moyen de paiement',
  reason: 'Motif',
  measure: 'Indicateur',
  change: 'Évolution',
  none: 'Aucun paiement terminé pendant cette période.',
  isToday:
    'Aujourd’hui jusqu’à maintenant. Les totaux sont comparés à ceux du même jour de la semaine dernière, jusqu’à la même heure. Les courbes montrent toute la journée de la semaine dernière.',
  notCounted: 'Comptage des paiements plus anciens…',
  second: 's',
  minute: 'min',
  moreThan: 'plus de 30 min',
  overdueTitle: 'Paiements restés sans résultat',
  waitingTitle: 'Paiements en attente du fournisseur',
  receiptsTitle: 'Reçus qui n’ont pas pu être envoyés',
  overdueText:
    'Peye vérifie régulièrement ces paiements auprès du fournisseur. L’opérateur de Peye peut aussi vérifier un paiement tout de suite.',
  waitingText: 'Paiements de production des dernières 24 heures, ouverts depuis plus de 10 minutes.',
  receiptsText: '7 derniers jours. Le client voit toujours le reçu sur la page de paiement.',
  payment: 'Paiement',
  created: 'Créé',
  expired: 'Expiré le',
  givenUp: 'Échoué le',
  error: 'Motif',
  noneLeft: 'La liste est maintenant vide.',
};
