import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  refund: 'Remboursement',
  refunds: 'Remboursements',
  give: 'Rembourser',
  created: 'Demandé',
  status: 'Statut',
  website: 'Site',
  method: 'Moyen de paiement',
  payment: 'Paiement',
  paid: 'Payé',
  amount: 'Montant',
  reason: 'Motif',
  reasonHint: 'Facultatif, pour vos dossiers\u00a0: le client ne le voit pas. 255 caractères au plus.',
  number: 'Identifiant du remboursement, donné par Peye',
  name: 'Nom de la demande (refund_id), donné par le site',
  failure: 'Cause de l’échec',
  requestedBy: 'Demandé par',
  approvedBy: 'Approuvé par',
  providerRef: 'Transaction du remboursement',
  word: 'Statut chez le prestataire de paiement, ou note',
  attempts: 'Demandes au prestataire de paiement',
  ended: 'Terminé',
  next: 'Prochaine étape',
  timeline: 'Chronologie',
  none: 'Aucun remboursement pour l’instant. Pour rembourser un paiement, ouvrez sa page.',
  noneMatch: 'Aucun remboursement ne correspond. Retirez un filtre.',
  kind: 'Fait',
  kinds: {
    gateway: 'Avec Peye',
    external: 'Sur le portail du prestataire de paiement',
  },
  found: 'Trouvé',
  statuses: {
    requested: 'En attente d’approbation',
    approved: 'Approuvé',
    sent: 'Envoyé au prestataire de paiement',
    unknown: 'Résultat inconnu',
    manual: 'À payer par transfert manuel',
    succeeded: 'Argent rendu',
    failed: 'Échoué',
    reversed: 'Rejeté après l’envoi',
  },
  failures: {
    rejected: 'Refusé avant tout mouvement d’argent',
    declined: 'Le prestataire de paiement l’a refusé',
    returned_already: 'De l’argent de ce paiement avait déjà été rendu chez le prestataire de paiement',
  },
  steps: {
    requested: 'Approuvez-le ou refusez-le.',
    approved:
      'Peye l’envoie au prestataire de paiement. Exception\u00a0: si l’opérateur de Peye a restauré les données à partir d’une sauvegarde, il les vérifie d’abord, et les remboursements de production attendent.',
    sent: 'Le prestataire de paiement le traite. Peye vérifie jusqu’à ce que le résultat soit connu.',
    unknown:
      'Le prestataire de paiement n’a pas répondu. Peye cherche dans les données du prestataire jusqu’à ce que le résultat soit connu. Ne payez pas ce remboursement vous-même\u00a0: le client pourrait recevoir l’argent deux fois.',
    manual: 'Payez-le par un transfert depuis le portefeuille mobile, puis saisissez le numéro de cette transaction.',
    succeeded: 'Rien à faire. Le client a l’argent.',
    failed: 'Rien n’a été remboursé. Si le client doit toujours être remboursé, demandez un nouveau remboursement.',
    reversed:
      'L’argent a été rejeté après l’envoi\u00a0: le client ne l’a pas. Convenez avec le client d’une autre façon de le rembourser, puis demandez un nouveau remboursement.',
  },
  returnedStep:
    'Ce remboursement n’a rien rendu\u00a0: de l’argent de ce paiement avait déjà été rendu chez le prestataire de paiement. Regardez sur le portail du prestataire combien le client a reçu. Ne demandez pas un autre remboursement avant\u00a0: le client pourrait recevoir l’argent deux fois.',
  merchantReturnedStep:
    'Ce remboursement n’a rien rendu\u00a0: de l’argent de ce paiement avait déjà été rendu chez le prestataire de paiement. Seul l’opérateur de Peye peut voir combien le client a reçu. Demandez-le à l’opérateur avant tout autre remboursement\u00a0: le client pourrait recevoir l’argent deux fois.',
  externalStep:
    'Rien à faire. Ce remboursement a été fait sur le portail du prestataire de paiement, et Peye l’a trouvé dans les données du prestataire. Son montant compte comme remboursé\u00a0: Peye ne le rembourse pas une deuxième fois.',
  waits: {
    none: 'Peye n’a pas encore essayé de l’envoyer. Si la base de données a été restaurée, les remboursements de production attendent tant que les débits automatiques des cartes sont suspendus. Sinon, vérifiez les workers avec peye doctor.',
    notSetUp:
      'Le prestataire de paiement n’est pas configuré, ou ne fait pas de tels remboursements. Configurez de nouveau le moyen de paiement, ou terminez le remboursement avec peye refunds resolve.',
    noPayment: 'Le paiement n’est pas dans cette base de données. Vérifiez-la avec peye verify-books.',
    leftNotShown:
      'Le prestataire de paiement n’indique pas ce qui reste du paiement. Regardez sur son portail si le paiement y a été remboursé. Peye essaie de nouveau.',
    disputed:
      'Le client conteste le paiement, et sa banque retient l’argent. Répondez à la contestation sur le portail du prestataire de paiement. Peye continue dès qu’elle est tranchée.',
    behindOthers:
      'Un autre remboursement du paiement est encore sans résultat. Terminez d’abord celui-là\u00a0: sa page indique comment.',
    restored:
      'La base de données a été restaurée, et une demande de remboursement d’avant peut encore arriver. Quand elle ne peut plus arriver, Peye envoie le remboursement.',
    notReached:
      'Le prestataire de paiement n’a pas pu être joint. Peye essaie de nouveau. Vérifiez la connexion avec peye doctor.',
    numberTaken:
      'Le prestataire de paiement a fait ce remboursement, mais son numéro a été saisi pour un autre remboursement. Corrigez cet autre remboursement avec peye refunds correct.',
    numberOfAnother:
      'Le prestataire de paiement indique un autre remboursement sous le numéro qui a été saisi pour celui-ci\u00a0: celui-ci n’a peut-être pas été payé. Regardez sur le portail du prestataire, puis corrigez ce remboursement avec peye refunds correct.',
    otherAmount:
      'Avant la restauration de la base de données, un remboursement avec le même identifiant et un autre montant a été demandé, et le prestataire de paiement a exécuté celui-là. Peye termine ce remboursement comme échoué dès qu’il ne peut plus arriver. S’il attend encore après un jour, regardez sur le portail du prestataire et enregistrez le résultat avec peye refunds resolve.',
    amountHidden:
      'Le prestataire de paiement a exécuté un remboursement avec cet identifiant avant la restauration de la base de données, et n’en indique pas le montant. Regardez sur son portail\u00a0: si le montant est celui de ce remboursement, saisissez le numéro de la transaction avec peye refunds resolve. Si c’est un autre montant, lancez la même commande avec --not-moved.',
    other:
      'Le prestataire de paiement n’a pas accepté le remboursement, ou ne l’a pas montré. Lisez son message. Peye essaie de nouveau.',
  },
  portalStep:
    'Le prestataire de paiement n’a pas répondu, et Peye ne peut pas consulter ses remboursements. Regardez sur le portail du prestataire. Enregistrez ensuite le résultat avec la commande peye refunds resolve {id}. Ne payez pas ce remboursement vous-même avant\u00a0: le client pourrait recevoir l’argent deux fois.',
  merchantPortalStep:
    'Le prestataire de paiement n’a pas répondu. L’opérateur de Peye vérifie sur le portail du prestataire. Ne payez pas le client vous-même\u00a0: il pourrait recevoir l’argent deux fois.',
  merchantSteps: {
    requested: 'L’opérateur de Peye l’approuve ou le refuse.',
    manual: 'L’opérateur de Peye le paie par transfert manuel.',
    unknown:
      'Le prestataire de paiement n’a pas répondu. Peye cherche dans les données du prestataire jusqu’à ce que le résultat soit connu. Ne payez pas le client vous-même\u00a0: il pourrait recevoir l’argent deux fois.',
  },
  isRequested: 'Remboursement demandé\u00a0: {money}',
  isExternal: 'Remboursé sur le portail du prestataire de paiement\u00a0: {money}',
  isApproved: 'Approuvé',
  isRejected: 'Refusé',
  isSent: 'Envoyé au prestataire de paiement',
  isSentAgain: 'Envoyé au prestataire de paiement, {count, plural, one {# demande} other {# demandes}} en tout',
  isResolved: 'Résultat enregistré par l’opérateur de Peye, d’après le portail du prestataire de paiement',
  isCompleted: 'Enregistré comme payé par transfert manuel',
  isClaimed: 'Réservé pour un transfert manuel',
  isCorrected: 'Corrigé par l’opérateur de Peye',
  hasEnded: '{status}\u00a0: {money}',
  byKey: 'par une clé API',
  byName: 'par {name}',
  ofPayment: 'Remboursements de ce paiement',
  left: 'Encore remboursable',
  leftText: '{left} sur {paid} peuvent encore être remboursés.',
  nothingLeft:
    'Il ne reste rien à rembourser\u00a0: les {paid} sont déjà remboursés, en cours de remboursement, rendus par le prestataire de paiement ou retenus par une contestation.',
  isDisputed:
    'Le client conteste ce paiement, et sa banque retient {money} jusqu’à ce qu’elle décide. Cet argent ne peut pas être remboursé\u00a0: le client pourrait le recevoir deux fois.',
  title: 'Rembourser le paiement {id}',
  amountHint: 'En {currency}. Au plus {left}.',
  wholeHint: 'En {currency}. Un paiement {method} ne peut être remboursé qu’en entier.',
  whatSent:
    'Peye envoie le remboursement au prestataire de paiement, et l’argent revient sur la carte ou le portefeuille qui a payé.',
  whatManual:
    'Peye ne peut pas envoyer ce remboursement à {method}\u00a0: l’opérateur de Peye le paie par transfert manuel sur le portail du prestataire de paiement et enregistre la transaction.',
  whatApproval: 'L’opérateur de Peye l’approuve d’abord. D’ici là, rien n’est remboursé.',
  whatTest: 'Un remboursement de test\u00a0: aucun argent réel n’est rendu, et aucune approbation n’est nécessaire.',
  review: 'Continuer',
  sureTitle: 'Rembourser {money}\u202f?',
  sureText: 'Rembourser {money} sur {paid} à {customer}, paiement {id}.',
  sureWhole: 'Rembourser la totalité, {money}, à {customer}, paiement {id}.',
  submit: 'Demander le remboursement de {money}',
  cancel: 'Retour sans remboursement',
  resolve: 'Terminer avec une preuve',
  resolveTitle: 'Terminer ce remboursement avec une preuve\u202f?',
  resolveText:
    'Regardez d’abord sur le portail de {method}, et ne décidez que d’après ce qu’il montre. En cas d’erreur, l’argent serait rendu deux fois, ou pas du tout.',
  outcome: 'Ce que montre le portail',
  hasMoved: 'Un remboursement\u00a0: le client a l’argent',
  notMoved: 'Aucun remboursement\u00a0: le client n’a pas l’argent',
  numberIfMoved: 'Si le portail montre le remboursement\u00a0: le numéro de sa transaction',
  noteIfNot: 'Si le portail ne montre aucun remboursement, une note\u00a0: ce que vous avez vérifié',
  cancelDecision: 'Retour sans décider',
  approve: 'Approuver',
  approveTitle: 'Approuver ce remboursement\u202f?',
  approveSent: 'Peye rend {money} au client dès que vous approuvez. Cette action est irréversible.',
  approveManual:
    'Rien n’est encore remboursé\u00a0: Peye ne peut pas envoyer ce remboursement à {method}. Après votre approbation, il reste à le payer par transfert manuel.',
  reject: 'Refuser',
  rejectTitle: 'Refuser ce remboursement\u202f?',
  rejectText:
    'Rien n’est remboursé, et {money} redeviennent disponibles pour un autre remboursement. Un remboursement refusé ne peut plus être approuvé.',
  rejectManual: 'Ne le refusez que si personne ne l’a déjà payé.',
  note: 'Note',
  noteHint: 'Visible par l’équipe de l’opérateur de Peye. De 1 à 255 caractères.',
  complete: 'Enregistrer le remboursement payé',
  completeTitle: 'Payer ce remboursement par transfert manuel',
  stepFind: 'Ouvrez le portail de {method} et trouvez la transaction {number}.',
  stepFindNone: 'Ouvrez le portail de {method} et trouvez le paiement {id}.',
  stepRestored:
    'La base de données a été restaurée après ce paiement\u00a0: ce remboursement a peut-être déjà été payé. Regardez d’abord sur le portail. Si le remboursement a été payé, ne le payez pas une seconde fois\u00a0: saisissez le numéro de cette transaction.',
  stepCheck:
    'Après avoir réservé le remboursement, regardez sur le portail si une autre personne l’a déjà payé. Dans ce cas, ne payez pas\u00a0: saisissez le numéro de cette transaction.',
  stepPay: 'Payez {money} au portefeuille que le portail indique comme celui du client, et à aucun autre.',
  stepCompare:
    'Le client a saisi un numéro de téléphone qui se termine par {digits}. Si le portail montre un autre téléphone, vérifiez auprès du marchand avant de payer.',
  stepRecord:
    'Saisissez ci-dessous le numéro de votre transaction. Un même numéro ne peut servir que pour un seul remboursement.',
  transactionNumber: 'Numéro de la transaction du portefeuille',
  claim: 'Je paie ce remboursement',
  claimText:
    'Avant de payer, indiquez-le ici\u00a0: pendant une demi-heure, personne d’autre ne peut réserver ni refuser ce remboursement.',
  payingNow: '{name} paie ce remboursement par transfert manuel jusqu’au {time}. Ne le payez pas aussi.',
  paidUnclaimed: 'Je ne l’ai pas réservé\u00a0: il a déjà été payé, une seule fois',
  completeSubmit: 'Le remboursement a été payé',
  done: {
    requested: 'Remboursement demandé.',
    already: 'Ce formulaire avait déjà été envoyé. Un seul remboursement a été demandé.',
    approved: 'Remboursement approuvé.',
    rejected: 'Remboursement refusé. Rien n’a été remboursé.',
    resolved: 'Remboursement terminé.',
    completed: 'Enregistré\u00a0: le remboursement a été payé.',
  },
  disputes: {
    title: 'Contestations',
    none: 'Aucune contestation. Peye apprend une contestation quand il vérifie le paiement.',
    noneMatch: 'Aucune contestation ne correspond. Retirez un filtre.',
    ofPayment: 'Contestations de ce paiement',
    found: 'Trouvée',
    opened: 'Ouverte',
    due: 'Preuves jusqu’au',
    decided: 'Décidée',
    next: 'Étape suivante',
    work: 'À traiter',
    works: { evidence_due: 'Preuves à envoyer', undecided: 'Sans décision après 90 jours' },
    states: { opened: 'Ouverte', won: 'Gagnée', lost: 'Perdue' },
    steps: {
      opened: 'Envoyez des preuves sur le portail du prestataire avant la date limite.',
      won: 'Rien à faire : l’argent est revenu.',
      lost: 'Informez le marchand : le client a l’argent.',
    },
    merchantSteps: {
      opened: 'Envoyez à l’opérateur ce qui prouve la livraison, avant la date limite.',
      won: 'Rien à faire : l’argent est revenu.',
      lost: 'Le client a l’argent.',
    },
    late: 'Le délai pour les preuves est passé. Attendez la décision de la banque.',
    waits: 'Aucune preuve n’est à envoyer. Attendez la décision de la banque.',
    isOpened: 'Contesté par le client : {money}',
    isWon: 'Contestation gagnée : {money} sont revenus',
    isLost: 'Contestation perdue : le client a {money}',
  },
  giveBack: 'Rendre l’argent',
  giveBackPortal:
    'Cet argent ne correspond à aucun paiement réussi\u00a0: Peye ne peut pas le rembourser. Trouvez la transaction {number} sur le portail de {method} et remboursez-la là-bas, puis résolvez cet écart avec une note.',
  giveBackTwice:
    'Remboursez le second débit, {number}, sur le portail de {method}\u00a0: le paiement reste payé par le premier. Résolvez ensuite cet écart avec une note.',
  giveBackWhole: 'Si le marchand ne livre rien, remboursez aussi le paiement\u00a0:',
};
