import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  today: 'À traiter\u00a0: paiements de production (réels) et de test',
  nothing: 'Rien à signaler',
  discrepancies:
    '{count, plural, one {paiement ne correspond pas aux données du prestataire de paiement} other {paiements ne correspondent pas aux données du prestataire de paiement}}',
  openLines:
    '{count, plural, one {ligne de relevé ne correspond à aucun paiement ni remboursement\u00a0: rapprochez-la ou justifiez-la} other {lignes de relevés ne correspondent à aucun paiement ni remboursement\u00a0: rapprochez-les ou justifiez-les}}',
  missingPayments:
    '{count, plural, one {relevé n’a pas tous les paiements après sept jours\u00a0: comparez-les avec le portail du prestataire de paiement} other {relevés n’ont pas tous les paiements après sept jours\u00a0: comparez-les avec le portail du prestataire de paiement}}',
  wrongAmounts:
    '{count, plural, one {paiement est arrivé avec un montant différent. Avant de livrer, lisez ce qu’il faut faire} other {paiements sont arrivés avec un montant différent. Avant de livrer, lisez ce qu’il faut faire}}',
  ownDiscrepancies:
    '{count, plural, one {de vos paiements ne concorde pas avec les données du prestataire de paiement. Avant de livrer, lisez ce qu’il faut faire} other {de vos paiements ne concordent pas avec les données du prestataire de paiement. Avant de livrer, lisez ce qu’il faut faire}}',
  exhausted:
    '{count, plural, one {webhook (message qui annonce le résultat d’un paiement) n’a pas été livré à {website}, malgré toutes les tentatives} other {webhooks (messages qui annoncent le résultat d’un paiement) n’ont pas été livrés à {website}, malgré toutes les tentatives}}',
  retrying:
    '{count, plural, one {webhook (message qui annonce le résultat d’un paiement) vers {website} sera renvoyé, car le serveur du site répond par des erreurs} other {webhooks (messages qui annoncent le résultat d’un paiement) vers {website} seront renvoyés, car le serveur du site répond par des erreurs}}',
  silent:
    '{count, plural, one {paiement de production attend {method}\u00a0: aucun paiement {method} n’a abouti depuis le {time}} other {paiements de production attendent {method}\u00a0: aucun paiement {method} n’a abouti depuis le {time}}}',
  failing:
    '{count, plural, one {paiement {method} de production a échoué depuis le {time} à cause d’une erreur du prestataire de paiement\u00a0: il y a plus d’échecs que de paiements réussis} other {paiements {method} de production ont échoué depuis le {time} à cause d’une erreur du prestataire de paiement\u00a0: il y a plus d’échecs que de paiements réussis}}',
  silentForMerchants:
    '{method} ne termine aucun paiement\u00a0: vos clients peuvent attendre longtemps ou rester sans résultat. Dites à ceux qui n’ont pas commencé à payer de choisir un autre moyen de paiement. Ceux dont le paiement est en cours ne doivent pas payer à nouveau avant d’en connaître le résultat',
  failingForMerchants:
    'Beaucoup de paiements {method} échouent à cause d’erreurs du prestataire de paiement. Dites à vos clients de choisir un autre moyen, ou de réessayer plus tard',
  overdue:
    '{count, plural, one {paiement de production reste sans résultat\u00a0: il a expiré il y a plus d’une heure, et le prestataire de paiement (MonCash, NatCash ou carte) n’a pas encore indiqué si le client a payé} other {paiements de production restent sans résultat\u00a0: ils ont expiré il y a plus d’une heure, et le prestataire de paiement (MonCash, NatCash ou carte) n’a pas encore indiqué si les clients ont payé}}',
  rate: 'le taux de change n’est plus à jour\u00a0: sa source n’a pas donné de nouveau taux depuis trop longtemps',
  receipts:
    '{count, plural, one {reçu de {website} n’a pas pu être envoyé ces sept derniers jours} other {reçus de {website} n’ont pas pu être envoyés ces sept derniers jours}}',
  refundsToApprove:
    '{count, plural, one {remboursement attend une approbation} other {remboursements attendent une approbation}}',
  refundsToPay:
    '{count, plural, one {remboursement est à payer par transfert manuel, puis à enregistrer avec le numéro de la transaction du portefeuille} other {remboursements sont à payer par transfert manuel, puis à enregistrer avec les numéros des transactions du portefeuille}}',
  refundsUnknown:
    '{count, plural, one {remboursement est sans résultat\u00a0: le prestataire de paiement n’a pas répondu. La page du remboursement indique qui doit vérifier. Ne rendez pas l’argent vous-même} other {remboursements sont sans résultat\u00a0: le prestataire de paiement n’a pas répondu. Les pages des remboursements indiquent qui doit vérifier. Ne rendez pas l’argent vous-même}}',
  refundsSlow:
    '{count, plural, one {remboursement n’est pas terminé chez le prestataire de paiement après plus d’un jour\u00a0: le client n’a peut-être pas encore l’argent} other {remboursements ne sont pas terminés chez leur prestataire de paiement, dont un depuis plus d’un jour\u00a0: les clients n’ont peut-être pas encore l’argent}}',
  refundsKept:
    '{count, plural, one {remboursement approuvé attend depuis plus d’une heure} other {remboursements approuvés attendent depuis plus d’une heure}}\u00a0: {why}',
  refundsReversed:
    '{count, plural, one {remboursement de {website} a été rejeté après l’envoi\u00a0: le client n’a pas l’argent. Convenez avec le client d’une autre façon de le rembourser} other {remboursements de {website} ont été rejetés après l’envoi\u00a0: les clients n’ont pas l’argent. Convenez avec chaque client d’une autre façon de le rembourser}}',
  disputesDue:
    '{count, plural, one {contestation\u00a0: le délai pour les preuves finit bientôt ou vient de finir. Envoyez les preuves sur le portail du prestataire de paiement} other {contestations\u00a0: le délai pour les preuves finit bientôt ou vient de finir. Envoyez les preuves sur le portail du prestataire de paiement}}',
  disputesUndecided:
    '{count, plural, one {contestation est sans décision après 90 jours\u00a0: cherchez-la sur le portail du prestataire de paiement, puis vérifiez le paiement} other {contestations sont sans décision après 90 jours\u00a0: cherchez-les sur le portail du prestataire de paiement, puis vérifiez les paiements}}',
  forMinutes: 'depuis {count, plural, one {# minute} other {# minutes}}',
  forHours: 'depuis {count, plural, one {# heure} other {# heures}}',
  forDays: 'depuis {count, plural, one {# jour} other {# jours}}',
  lastError: 'Dernière erreur\u00a0:',
  dismiss: 'Masquer',
  dismissTitle: 'Masquer un point à traiter',
  dismissText:
    'Cette action ne relance aucun envoi et ne supprime rien. Le point revient dès qu’il se passe quelque chose de nouveau. Les autres utilisateurs voient qui l’a masqué, quand et pourquoi.',
  dismissHint: 'De 1 à 255 caractères. Visible pour votre équipe et dans le journal d’audit.',
  dismissed: 'Masqués ({count})',
  dismissedBy: 'Masqué par {name}',
  restore: 'Afficher de nouveau',
  noneOpen: 'Rien d’autre à traiter.',
  atLeast: '{count}+',
  steps: 'Prochaines étapes',
  hideSteps: 'Masquer ces étapes',
  showSteps: 'Afficher les prochaines étapes',
  stepWebsite: 'Créer un site',
  stepKey: 'Créer une clé API de test',
  stepPayment: 'Créer le premier paiement de test',
  stepCallback: 'Indiquer l’adresse du site qui reçoit les résultats (URL de rappel)',
  stepBrand: 'Ajouter votre logo et votre contact',
  stepLiveKey: 'Créer une clé API de production',
  stepLivePayment: 'Recevoir le premier paiement de production',
  stepDocs: 'Votre premier paiement en cinq minutes',
  stepLink: 'Pour vendre sans site web, créez un lien de paiement',
  figures: 'Chiffres',
  website: 'Site',
  all: 'Tous',
  mode: 'Mode',
  test: 'Test',
  live: 'Production',
  range: 'Période',
  ranges: { today: 'Aujourd’hui', yesterday: 'Hier', '7': '7 jours', '30': '30 jours', month: 'Ce mois-ci' },
  revenue: 'Recettes brutes',
  revenueByHour: 'Recettes brutes par heure',
  revenueByDay: 'Recettes brutes par jour',
  revenueText:
    'Paiements payés, comptés au moment du paiement. Les frais des prestataires de paiement et l’argent rendu ne sont pas déduits. Une somme compte comme rendue quand le remboursement a réussi, ou quand le prestataire signale qu’elle a été rendue.',
  returned: '{value} rendus',
  returnedIn: 'Argent rendu ({currency})',
  compared: '{now}, comparé à {before}',
  comparedUntil: '{now}, comparé à {before}, les deux jusqu’à {time}',
  soFar: 'jusqu’à {time}\u00a0: {value}',
  until: '{date}, jusqu’à {time}',
  former: 'avant\u00a0: {value}',
  isNew: 'nouveau',
  newSince:
    'Nouveau\u00a0: le premier paiement date du {date}. Il n’y a pas de période précédente complète à comparer.',
  successRate: 'Taux de réussite',
  share: 'Part des {currency}',
  byWebsite: 'Par site',
  byMethod: 'Par moyen de paiement',
  moreWebsites:
    '{count, plural, one {# autre site a moins de recettes} other {# autres sites ont moins de recettes}}. Choisissez un site pour le voir.',
  usual: 'Aujourd’hui et un {weekday} habituel',
  usualMedian: 'd’habitude {value} à cette heure',
  usualNormal: 'Normal\u00a0: entre {least} et {most}, comme les jours comparés',
  usualLow: 'Moins que chacun des jours comparés (de {least} à {most})',
  usualHigh: 'Plus que chacun des jours comparés (de {least} à {most})',
  usualHours: 'De minuit à {time}. Habituel\u00a0: la valeur du milieu (médiane) pour les mêmes heures, les {days}.',
  usualNone:
    'Pas encore assez de données. La comparaison demande une heure entière aujourd’hui, et des données pour ce jour de la semaine pendant trois semaines passées.',
  weekdays: {
    sunday: 'dimanche',
    monday: 'lundi',
    tuesday: 'mardi',
    wednesday: 'mercredi',
    thursday: 'jeudi',
    friday: 'vendredi',
    saturday: 'samedi',
  },
  custom: 'Site et dates au choix',
  customWrong:
    'Choisissez un premier et un dernier jour. La période s’arrête au plus tard aujourd’hui et compte 366 jours au plus.',
  countedFrom: 'Les chiffres commencent le {date}. Les paiements plus anciens ne sont pas comptés.',
  volume: 'Paiements payés',
  volumeText: 'Nombre de paiements payés, comptés au moment du paiement.',
  paid: 'Payés',
  failed: 'Échoués',
  wait: 'Temps mis pour payer',
  waitText: 'De la création au paiement. Les durées sont approximatives.',
  waitMedian: 'La moitié en moins de',
  wait90: '9 sur 10 en moins de',
  lag: 'Délai de livraison des webhooks',
  lagText:
    'Temps entre l’événement et son acceptation par le serveur du site. Calculé sur {count} webhooks au plus, les plus récents de chaque période.',
  failures: 'Échecs par motif',
  failuresText: 'Pourquoi des paiements ont échoué.',
  numbers: 'Afficher les données',
  hour: 'Heure (Haïti)',
  day: 'Jour (Haïti)',
  method: 'Moyen de paiement',
  reason: 'Motif',
  measure: 'Indicateur',
  change: 'Évolution',
  none: 'Aucun paiement terminé pendant cette période.',
  notCounted: 'Comptage des paiements plus anciens…',
  moreThan: 'plus de 30 min',
  overdueTitle: 'Paiements restés sans résultat',
  waitingTitle: 'Paiements en attente du prestataire de paiement',
  receiptsTitle: 'Reçus qui n’ont pas pu être envoyés',
  overdueText:
    'Peye vérifie régulièrement ces paiements auprès du prestataire de paiement. L’opérateur de Peye peut ouvrir un paiement pour le vérifier tout de suite.',
  waitingText: 'Paiements de production des dernières 24 heures, en cours depuis plus de 10 minutes.',
  receiptsText: '7 derniers jours. Le client voit toujours le reçu sur la page de paiement.',
  payment: 'Paiement',
  created: 'Créé',
  expired: 'Expiré le',
  givenUp: 'Échoué le',
  error: 'Motif',
  firstShown: 'Seuls les {count} premiers sont affichés.',
  noneLeft: 'La liste est maintenant vide.',
};
