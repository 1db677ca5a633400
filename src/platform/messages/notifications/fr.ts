import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  title: 'Notifications par e-mail',
  intro:
    'Choisissez les sujets sur lesquels vous recevez des e-mails. Vous recevez au plus un e-mail par heure pour chaque sujet.',
  off: 'L’opérateur de Peye n’a pas activé l’envoi d’e-mails (SMTP_URL).',
  save: 'Enregistrer les notifications',
  saved: 'Notifications enregistrées.',
  choose: 'Sujets',
  topics: {
    discrepancies: 'Écarts\u00a0: un paiement ne correspond pas aux données du prestataire de paiement',
    webhooks: 'Webhooks\u00a0: le serveur d’un site refuse les webhooks ou ne répond pas',
    methods: 'Moyens de paiement\u00a0: un moyen de paiement échoue ou ne répond plus',
    first_payments: 'Premier paiement de production d’un site',
    daily_summary: 'Résumé du jour, chaque matin à 7 h',
    weekly_summary: 'Résumé de la semaine, chaque lundi à 7 h',
    monthly_export: 'Export mensuel pour la comptabilité, le 1er du mois à 7 h',
    monthly_statement: 'Relevé mensuel de chaque site, le 1er du mois à 7 h',
  },
  mail: {
    greeting: 'Bonjour,',
    reason:
      'Vous recevez cet e-mail parce que vous l’avez choisi dans la console de Peye. Pour changer ce choix\u00a0:',
    over: 'Ce problème était déjà terminé à l’envoi de cet e-mail.',
    more: 'Et {count, number} de plus.',
    discrepancies:
      '{count, plural, one {1 paiement ne correspond} other {# paiements ne correspondent}} pas aux données du prestataire de paiement',
    discrepancy: '{what}\u00a0: {website}, paiement {payment}',
    unknownPayment: '{what}\u00a0: paiement inconnu, {method}',
    webhooks:
      '{count, plural, one {1 serveur refuse les webhooks ou ne répond} other {# serveurs refusent les webhooks ou ne répondent}} pas',
    webhook: '{website}\u00a0: {count, plural, one {1 webhook est} other {# webhooks sont}} en attente',
    methods:
      '{count, plural, one {1 moyen de paiement rencontre} other {# moyens de paiement rencontrent}} des problèmes',
    failing:
      '{method}\u00a0: {count, plural, one {1 paiement de production a échoué} other {# paiements de production ont échoué}} à cause d’une erreur du prestataire de paiement depuis le {time}',
    silent:
      '{method}\u00a0: {count, plural, one {1 paiement de production attend} other {# paiements de production attendent}}, et aucun autre n’a abouti depuis le {time}',
    first_payments: '{count, plural, one {Premier paiement de production} other {Premiers paiements de production}}',
    firstPayment: '{website}\u00a0: {amount} par {method}',
    daily_summary: 'Résumé du {day}',
    weekly_summary: 'Résumé de la semaine du {from} au {to}',
    monthly_export: 'Export du mois\u00a0: {month}',
    export: 'Télécharger les paiements de production du mois\u00a0: {month}',
    monthly_statement: 'Relevés du mois\u00a0: {month}',
    statement: '{website}\u00a0: relevé, {month}',
    website: '{website}\u00a0: {paid}, {failed, plural, =0 {aucun échec} one {1 échec} other {# échecs}}',
    all: 'Tous les sites',
    paid: '{count, plural, one {1 paiement reçu} other {# paiements reçus}} ({sum})',
    returned: '{paid}, {sum} rendus',
    nonePaid: 'aucun paiement reçu',
  },
};
