import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  typeName: 'Saisissez le nom du site pour confirmer',
  keep: 'Retour',
  liveKeys:
    '{count, plural, =0 {Ce site n’a aucune clé de production active.} one {# clé de production active sera refusée.} other {# clés de production actives seront refusées.}}',
  testKeys:
    '{count, plural, =0 {Ce site n’a aucune clé de test active.} one {# clé de test active sera refusée.} other {# clés de test actives seront refusées.}}',
  paidToday:
    '{count, plural, =0 {Aucun paiement en production n’a été payé aujourd’hui.} one {# paiement en production a été payé aujourd’hui.} other {# paiements en production ont été payés aujourd’hui.}}',
  webhooks:
    '{count, plural, =0 {Aucun webhook n’est en attente.} one {# webhook en attente sera encore envoyé.} other {# webhooks en attente seront encore envoyés.}}',
  webhooksMore: 'Plus de {count, number} webhooks en attente seront encore envoyés.',
  websiteTitle: 'Désactiver ce site\u202f?',
  websiteText:
    'Tous ses paiements s’arrêtent en moins de 10 secondes, y compris ceux des liens de paiement et des abonnements.',
  keyTitle: 'Désactiver cette clé de production\u202f?',
  keyText: 'Les requêtes avec cette clé sont refusées en moins de 10 secondes. Les paiements existants se poursuivent.',
  keyUsed: 'Dernière utilisation\u00a0: {time}.',
  keyUnused: 'Elle n’a jamais été utilisée.',
  approveTitle: 'Approuver les cartes en production\u202f?',
  approveText:
    'Les clients peuvent payer par carte sur ce site en moins de 10 secondes. Les cartes sont vraiment débitées.',
  approveRisk: 'Le titulaire du compte chez le prestataire de cartes répond des contestations.',
  approveNote: 'Motif',
  approveNoteHint: 'Ce que vous avez vérifié sur cette boutique. Conservé dans le journal d’audit.',
  withdrawTitle: 'Retirer l’approbation des cartes en production\u202f?',
  withdrawText:
    'Ce site n’accepte plus de nouveau paiement en production par carte en moins de 10 secondes. Ses autres moyens de paiement continuent.',
  cardToday:
    '{count, plural, =0 {Aucun paiement en production par carte n’a été payé aujourd’hui.} one {# paiement en production par carte a été payé aujourd’hui.} other {# paiements en production par carte ont été payés aujourd’hui.}}',
  methodsText: 'Ce site est en production. Les clients ne pourront plus payer avec {methods}.',
  methodsToday:
    '{count, plural, =0 {Aucun des paiements en production d’aujourd’hui n’a été payé ainsi.} one {# des paiements en production d’aujourd’hui a été payé ainsi.} other {# des paiements en production d’aujourd’hui ont été payés ainsi.}}',
  undo: 'Annuler la modification',
  undoUntil: 'Vous pouvez annuler votre dernière modification jusqu’à {time}.',
  undone: 'La modification est annulée. Cela prend effet en moins de 10 secondes.',
};
