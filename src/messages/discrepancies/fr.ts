import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  discrepancy: 'Écart',
  state: 'État',
  open: 'Ouvert',
  settled: 'Résolu',
  kind: 'Nature',
  method: 'Moyen',
  payment: 'Paiement',
  providerRef: 'Numéro chez le fournisseur',
  asked: 'Demandé ici',
  came: 'Montant reçu',
  nothingCame: 'rien de payé',
  noPayment: 'aucun paiement de chez nous',
  noAmount: 'montant non indiqué',
  notStored: 'non enregistré, et dans aucune archive',
  mayBeArchived: 'non enregistré\u00a0; peut être dans une archive',
  word: 'Le mot du fournisseur',
  firstSeen: 'Vu la première fois',
  lastSeen: 'Vu la dernière fois',
  timesSeen: 'Nombre de fois',
  settledAt: 'Résolu le',
  settledBy: 'Résolu par',
  note: 'Note de résolution',
  noteHint:
    'Pour qui regardera plus tard\u00a0: argent rendu, client averti, numéro de dossier du fournisseur. 1 à 255 caractères.',
  settle: 'Résoudre',
  settleHint: 'Il passe dans les écarts résolus. Aucun argent ne bouge, et aucun paiement ne change.',
  done: 'Écart résolu.',
  none: 'Il n’y a aucun écart\u00a0: les comptes des fournisseurs concordent avec les nôtres, pour ce qui a été comparé.',
  noneMatch: 'Aucun écart ne correspond. Retirez un filtre.',
  kinds: {
    paid_after_failure: 'Payé après un échec',
    amount_mismatch: 'Montant différent',
    paid_twice: 'Payé deux fois',
    not_paid: 'Non payé chez le fournisseur',
    unknown_payment: 'Paiement inconnu',
    still_open: 'Toujours ouvert après sa fin',
    returned_before_completion: 'Remboursé avant la fin',
    returned_after_completion: 'Remboursé après la fin',
    disputed: 'Contesté auprès de la banque',
  },
  meanings: {
    paid_after_failure:
      'De l’argent est arrivé pour un paiement qui avait échoué ici. Le marchand a été averti de l’échec\u00a0: remboursez le client ou convenez-en avec le marchand.',
    amount_mismatch:
      'Le fournisseur a pris un autre montant que celui demandé. Comparez avec le portail du fournisseur.',
    paid_twice: 'Le fournisseur a un second débit pour un même paiement. Remboursez l’un des deux.',
    not_paid: 'Il est réussi ici, et le fournisseur ne le connaît pas comme payé. Demandez au fournisseur.',
    unknown_payment:
      'Le fournisseur a reçu de l’argent pour un paiement qui n’est pas enregistré ici, ou pour aucun des nôtres. Après une restauration, retrouvez la commande chez le marchand\u00a0; sinon, cherchez ce qui utilise aussi le compte.',
    still_open: 'Depuis longtemps le fournisseur ne dit pas ce qu’il est devenu. Demandez au fournisseur.',
    returned_before_completion:
      'Le client a récupéré son argent\u00a0: remboursement, annulation ou contestation perdue, avant que le paiement soit effectué. Le paiement a échoué. Il n’y a rien à faire, sauf si le marchand a livré.',
    returned_after_completion:
      'Le fournisseur a rendu l’argent d’un paiement effectué\u00a0: remboursement, annulation ou contestation perdue. Le paiement reste effectué. Prévenez le marchand et réglez le cas avec lui.',
    disputed:
      'Le client a contesté le débit, et sa banque retient l’argent jusqu’à sa décision. Répondez dans le portail du fournisseur avant la date limite.',
  },
  statuses: {
    pending: 'En attente',
    processing: 'En cours',
    completed: 'Payé',
    failed: 'Échoué',
  },
};
