import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  discrepancy: 'Écart',
  sortedText:
    'La plus grande différence de chaque devise d’abord, parmi les {count, number} écarts les plus récents qui répondent aux filtres.',
  state: 'État',
  open: 'Ouvert',
  openFor: 'Ouvert depuis',
  settled: 'Résolu',
  kind: 'Type',
  method: 'Moyen de paiement',
  payment: 'Paiement',
  asked: 'Montant chez Peye',
  came: 'Montant chez le prestataire de paiement',
  nothingCame: 'rien de payé',
  noPayment: 'aucun paiement correspondant',
  noAmount: 'montant non indiqué',
  notStored: 'ni dans la base de données, ni dans une archive',
  mayBeArchived: 'pas dans la base de données\u202f; peut-être dans une archive',
  timesSeen: 'Nombre de détections',
  settledAt: 'Résolu le',
  settledBy: 'Résolu par',
  note: 'Note de résolution',
  noteHint:
    'Visible par votre équipe. Par exemple\u00a0: client remboursé, client prévenu, numéro de dossier du prestataire de paiement. De 1 à 255 caractères.',
  settle: 'Résoudre',
  settleHint: 'L’écart passe dans les écarts résolus. Rien n’est débité ni remboursé, et aucun paiement ne change.',
  done: 'Écart résolu.',
  none: 'Aucun écart. Les données des prestataires de paiement concordent avec les nôtres, pour ce qui a été comparé.',
  noneOpen: 'Aucun écart ouvert, pour ce qui a été comparé.',
  showAll: 'Afficher aussi les écarts résolus',
  noneMatch: 'Aucun écart ne correspond. Retirez un filtre.',
  kinds: {
    paid_after_failure: 'Payé après un échec',
    amount_mismatch: 'Montant différent',
    paid_twice: 'Payé deux fois',
    not_paid: 'Non payé chez le prestataire de paiement',
    unknown_payment: 'Paiement inconnu',
    still_open: 'Toujours en cours après expiration',
    returned_before_completion: 'Argent rendu avant la fin du paiement',
    returned_after_completion: 'Argent rendu après le paiement',
    disputed: 'Contesté par le client',
  },
  meanings: {
    paid_after_failure:
      'De l’argent est arrivé pour un paiement qui avait échoué. Le marchand a été averti de l’échec. Remboursez le client, ou convenez avec le marchand de la livraison.',
    amount_mismatch:
      'Le prestataire de paiement a débité un montant différent de celui du paiement. Vérifiez le montant débité sur le portail du prestataire.',
    paid_twice: 'Le prestataire de paiement a enregistré deux débits pour un même paiement. Remboursez l’un des deux.',
    not_paid:
      'Le paiement est payé dans Peye, mais le prestataire de paiement ne l’indique pas comme payé. Contactez le prestataire.',
    unknown_payment:
      'Le prestataire de paiement a reçu de l’argent pour un paiement qui n’est pas enregistré ici, ou qui n’est pas le nôtre. Si la base de données vient d’être restaurée, retrouvez la commande chez le marchand. Sinon, cherchez quel autre système utilise votre compte chez le prestataire.',
    still_open: 'Depuis longtemps, le prestataire de paiement n’a communiqué aucun résultat. Contactez le prestataire.',
    returned_before_completion:
      'Le client a récupéré son argent avant que le paiement soit terminé\u00a0: remboursement, annulation ou contestation perdue par le marchand. Le paiement a échoué. Il n’y a rien à faire, sauf si le marchand a livré.',
    returned_after_completion:
      'Le prestataire de paiement a rendu l’argent d’un paiement déjà payé\u00a0: remboursement, annulation ou contestation perdue par le marchand. Le paiement garde le statut Payé. Prévenez le marchand et convenez de la suite avec lui.',
    disputed:
      'Le client a contesté le débit, et sa banque retient l’argent jusqu’à ce qu’elle décide. Répondez sur le portail du prestataire de paiement avant la date limite.',
  },
  orderPaid:
    'La commande de ce paiement était déjà payée par le paiement {payment}\u00a0: celui-ci n’a donc pas réussi. Remboursez le client.',
  orderPaidForMerchants:
    '{came} sont arrivés pour une commande déjà payée par le paiement {payment}. Ne livrez qu’une fois. L’opérateur de Peye rembourse le client.',
  unknownDifference: 'inconnue',
  missing: 'il manque {money}',
  surplus: '{money} de trop',
  noWebsite: 'Aucun site',
  openByWebsite: 'Écarts ouverts, par site',
  openCount: '{count, plural, one {# ouvert} other {# ouverts}}',
  show: 'Voir l’écart',
  whomToAsk: 'Une question\u202f? Contactez l’opérateur de Peye, avec le numéro {id}.',
  noneForMerchants:
    'Aucun écart. Tous vos paiements concordent avec les données des prestataires de paiement, pour ce qui a été comparé.',
  forMerchants: {
    paid_after_failure:
      '{came} sont arrivés alors que ce paiement avait échoué. Ne livrez pas encore et ne demandez pas au client de payer à nouveau. Décidez d’abord avec l’opérateur de Peye s’il faut rembourser le client ou livrer.',
    amount_mismatch:
      '{came} sont arrivés au lieu de {asked}. Ne livrez pas avant d’avoir convenu avec l’opérateur de Peye de ce que devient l’argent.',
    paid_twice:
      'Le client a payé deux fois\u00a0: un second débit de {came} est arrivé. Livrez une seule fois. L’opérateur de Peye rembourse l’un des deux.',
    not_paid:
      'Dans Peye, {asked} sont payés, mais le prestataire de paiement n’indique aucun paiement. Si vous n’avez pas encore livré, attendez que l’opérateur de Peye ait le résultat du prestataire.',
    unknown_payment: 'Le prestataire de paiement a reçu {came} pour un paiement que Peye ne connaît pas.',
    still_open:
      'Depuis longtemps, le prestataire de paiement n’a communiqué aucun résultat. Le client a peut-être payé {asked}, ou rien. Ne livrez pas et ne demandez pas au client de payer à nouveau avant de connaître le résultat.',
    returned_before_completion:
      'Le client a récupéré son argent, et le paiement a échoué. Ne livrez pas. Si vous avez déjà livré, prévenez l’opérateur de Peye.',
    returned_after_completion:
      '{came} de ce paiement ont été rendus au client. Si vous n’avez pas encore livré, ne livrez pas avant d’avoir convenu de la suite avec l’opérateur de Peye.',
    disputed:
      'Le client a contesté ce paiement, et sa banque retient {came} jusqu’à ce qu’elle décide. Envoyez à l’opérateur de Peye ce qui prouve la livraison\u00a0: facture, signature, messages.',
  },
};
