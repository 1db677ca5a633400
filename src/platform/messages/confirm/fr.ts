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
    '{count, plural, =0 {Aucun paiement de production n’a été payé aujourd’hui.} one {# paiement de production a été payé aujourd’hui.} other {# paiements de production ont été payés aujourd’hui.}}',
  webhooks:
    '{count, plural, =0 {Aucun webhook n’est en attente.} one {# webhook en attente sera encore envoyé.} other {# webhooks en attente seront encore envoyés.}}',
  webhooksMore: 'Plus de {count, number} webhooks en attente seront encore envoyés.',
  websiteTitle: 'Désactiver ce site\u202f?',
  websiteText:
    'En moins de 10 secondes, plus aucun client ne peut commencer ni confirmer un paiement sur ce site, même avec un lien de paiement. Les abonnements ne sont plus débités. Les paiements déjà confirmés par le client vont jusqu’à leur résultat.',
  keyTitle: 'Désactiver cette clé de production\u202f?',
  keyText:
    'Dans 10 secondes au plus, toutes les requêtes avec cette clé seront refusées. Les paiements existants se poursuivent.',
  keyUsed: 'Dernière utilisation\u00a0: {time}.',
  keyUnused: 'Elle n’a jamais été utilisée.',
  approveTitle: 'Approuver les cartes en production\u202f?',
  approveText:
    'Dans 10 secondes au plus, les clients pourront payer par carte sur ce site. Les cartes seront vraiment débitées.',
  approveRisk:
    'Si un client conteste un débit, la perte éventuelle est à la charge de l’entreprise qui a le compte chez le prestataire de paiement par carte.',
  approveNote: 'Motif',
  approveNoteHint: 'Ce que vous avez vérifié sur cette boutique. Conservé dans le journal d’audit.',
  withdrawTitle: 'Retirer l’approbation des cartes en production\u202f?',
  withdrawText:
    'Dans 10 secondes au plus, ce site n’acceptera plus de nouveau paiement de production par carte. Ses autres moyens de paiement continuent de fonctionner.',
  cardToday:
    '{count, plural, =0 {Aucun paiement de production par carte n’a été payé aujourd’hui.} one {# paiement de production par carte a été payé aujourd’hui.} other {# paiements de production par carte ont été payés aujourd’hui.}}',
  methodsText: 'Ce site est en production. Les clients ne pourront plus payer avec {methods}.',
  methodsToday:
    '{count, plural, =0 {Aucun des paiements de production d’aujourd’hui n’a été payé ainsi.} one {# des paiements de production d’aujourd’hui a été payé ainsi.} other {# des paiements de production d’aujourd’hui ont été payés ainsi.}}',
  undo: 'Annuler la modification',
  undoUntil: 'Vous pouvez annuler votre dernière modification jusqu’à {time}.',
  undone: 'La modification est annulée. Cela prend effet en moins de 10 secondes.',
};
