import type { DiscrepancyKind } from '../../../domain/discrepancy.ts';
import type { PaymentStatus } from '../../../domain/payment.ts';
import type { Language } from '../../../messages/language.ts';

interface DiscrepancyTexts {
  readonly discrepancy: string;
  readonly state: string;
  readonly open: string;
  readonly settled: string;
  readonly kind: string;
  readonly method: string;
  readonly payment: string;
  readonly providerRef: string;
  readonly asked: string;
  readonly came: string;
  readonly nothingCame: string;
  readonly noPayment: string;
  readonly noAmount: string;
  readonly notStored: string;
  readonly mayBeArchived: string;
  readonly word: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly timesSeen: string;
  readonly settledAt: string;
  readonly settledBy: string;
  readonly note: string;
  readonly noteHint: string;
  readonly settle: string;
  readonly settleHint: string;
  readonly done: string;
  readonly none: string;
  readonly noneMatch: string;
  readonly kinds: Readonly<Record<DiscrepancyKind, string>>;
  readonly meanings: Readonly<Record<DiscrepancyKind, string>>;
  readonly statuses: Readonly<Record<PaymentStatus, string>>;
}

/** What is said of discrepancies. */
export const DISCREPANCY_TEXTS: Readonly<Record<Language, DiscrepancyTexts>> = {
  en: {
    discrepancy: 'Discrepancy',
    state: 'State',
    open: 'Open',
    settled: 'Settled',
    kind: 'Kind',
    method: 'Method',
    payment: 'Payment',
    providerRef: 'Number at the provider',
    asked: 'Asked for here',
    came: 'Reported by the provider',
    nothingCame: 'nothing paid',
    noPayment: 'no payment of ours',
    noAmount: 'amount not reported',
    notStored: 'not stored, and in no archive',
    mayBeArchived: 'not stored; may be in an archive',
    word: 'The provider’s word',
    firstSeen: 'First seen',
    lastSeen: 'Last seen',
    timesSeen: 'Times seen',
    settledAt: 'Settled',
    settledBy: 'Settled by',
    note: 'What was done about it',
    noteHint:
      'For whoever looks later: money paid back, customer told, the provider’s case number. 1 to 255 characters.',
    settle: 'Settle',
    settleHint: 'It leaves the list of what is open. No money moves, and no payment changes.',
    done: 'The discrepancy is settled.',
    none: 'There are no discrepancies: the providers’ books agree with ours as far as they were compared.',
    noneMatch: 'No discrepancy matches. Clear a filter.',
    kinds: {
      paid_after_failure: 'Paid after it had failed',
      amount_mismatch: 'Another amount',
      paid_twice: 'Paid twice',
      not_paid: 'Not paid at the provider',
      unknown_payment: 'Unknown payment',
      still_open: 'Still open after its end',
      returned_before_completion: 'Returned before completion',
      returned_after_completion: 'Returned after completion',
      disputed: 'Disputed by the customer’s bank',
    },
    meanings: {
      paid_after_failure:
        'Money came for a payment that had failed here. The merchant was told that it failed: pay the customer back, or agree with the merchant.',
      amount_mismatch: 'The provider took another amount than was asked for. Compare with the provider’s portal.',
      paid_twice: 'The provider has a second charge for one payment. Pay one of them back.',
      not_paid: 'It is completed here, and the provider does not know it as paid. Ask the provider.',
      unknown_payment:
        'The provider received money for a payment that is not stored here, or for none of ours. After a restore, find the order at the merchant; otherwise find out what else uses the account.',
      still_open: 'The provider has not said for long what became of it. Ask the provider.',
      returned_before_completion:
        'The customer has the money back: it was refunded, voided or lost in a dispute before the payment was completed. The payment failed. No action is needed unless the merchant delivered.',
      returned_after_completion:
        'The provider returned money of a completed payment: a refund, a void or a lost dispute. The payment stays completed. Tell the merchant, and settle it with them.',
      disputed:
        'The customer disputed the charge, and their bank holds the money until it decides. Respond in the provider’s portal before the deadline.',
    },
    statuses: { pending: 'Pending', processing: 'Processing', completed: 'Completed', failed: 'Failed' },
  },
  fr: {
    discrepancy: 'Écart',
    state: 'État',
    open: 'Ouvert',
    settled: 'Réglé',
    kind: 'Nature',
    method: 'Moyen',
    payment: 'Paiement',
    providerRef: 'Numéro chez le fournisseur',
    asked: 'Demandé ici',
    came: 'Rapporté par le fournisseur',
    nothingCame: 'rien de payé',
    noPayment: 'aucun paiement de chez nous',
    noAmount: 'montant non indiqué',
    notStored: 'non enregistré, et dans aucune archive',
    mayBeArchived: 'non enregistré ; peut être dans une archive',
    word: 'Le mot du fournisseur',
    firstSeen: 'Vu la première fois',
    lastSeen: 'Vu la dernière fois',
    timesSeen: 'Nombre de fois',
    settledAt: 'Réglé',
    settledBy: 'Réglé par',
    note: 'Ce qui a été fait',
    noteHint:
      'Pour qui regardera plus tard : argent rendu, client averti, numéro de dossier du fournisseur. 1 à 255 caractères.',
    settle: 'Régler',
    settleHint: 'Il quitte la liste des écarts ouverts. Aucun argent ne bouge et aucun paiement ne change.',
    done: 'L’écart est réglé.',
    none: 'Il n’y a aucun écart : les comptes des fournisseurs concordent avec les nôtres, pour ce qui a été comparé.',
    noneMatch: 'Aucun écart ne correspond. Retirez un filtre.',
    kinds: {
      paid_after_failure: 'Payé après un échec',
      amount_mismatch: 'Autre montant',
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
        'De l’argent est arrivé pour un paiement qui avait échoué ici. Le marchand a été averti de l’échec : remboursez le client ou convenez-en avec le marchand.',
      amount_mismatch:
        'Le fournisseur a pris un autre montant que celui demandé. Comparez avec le portail du fournisseur.',
      paid_twice: 'Le fournisseur a un second débit pour un même paiement. Remboursez l’un des deux.',
      not_paid: 'Il est réussi ici, et le fournisseur ne le connaît pas comme payé. Demandez au fournisseur.',
      unknown_payment:
        'Le fournisseur a reçu de l’argent pour un paiement qui n’est pas enregistré ici, ou pour aucun des nôtres. Après une restauration, retrouvez la commande chez le marchand ; sinon, cherchez ce qui utilise aussi le compte.',
      still_open: 'Depuis longtemps le fournisseur ne dit pas ce qu’il est devenu. Demandez au fournisseur.',
      returned_before_completion:
        'Le client a récupéré son argent : remboursement, annulation ou contestation perdue, avant que le paiement soit effectué. Le paiement a échoué. Il n’y a rien à faire, sauf si le marchand a livré.',
      returned_after_completion:
        'Le fournisseur a rendu l’argent d’un paiement effectué : remboursement, annulation ou contestation perdue. Le paiement reste effectué. Prévenez le marchand et réglez le cas avec lui.',
      disputed:
        'Le client a contesté le débit, et sa banque retient l’argent jusqu’à sa décision. Répondez dans le portail du fournisseur avant la date limite.',
    },
    statuses: { pending: 'En attente', processing: 'En cours', completed: 'Réussi', failed: 'Échoué' },
  },
  ht: {
    discrepancy: 'Diferans',
    state: 'Eta',
    open: 'Louvri',
    settled: 'Regle',
    kind: 'Kalite',
    method: 'Mwayen',
    payment: 'Peman',
    providerRef: 'Nimewo kay founisè a',
    asked: 'Sa nou te mande',
    came: 'Sa founisè a di',
    nothingCame: 'anyen pa peye',
    noPayment: 'pa gen peman lakay nou',
    noAmount: 'founisè a pa bay montan an',
    notStored: 'li pa nan sistèm nan, ni nan okenn achiv',
    mayBeArchived: 'li pa nan sistèm nan; li ka nan yon achiv',
    word: 'Mo founisè a',
    firstSeen: 'Premye fwa nou wè l',
    lastSeen: 'Dènye fwa nou wè l',
    timesSeen: 'Konbyen fwa',
    settledAt: 'Regle',
    settledBy: 'Moun ki regle l',
    note: 'Sa ki fèt',
    noteHint: 'Pou moun k ap gade pita: lajan remèt, kliyan konnen, nimewo dosye founisè a. 1 jiska 255 karaktè.',
    settle: 'Regle',
    settleHint: 'L ap soti nan lis sa ki louvri yo. Pa gen lajan ki deplase, pa gen peman ki chanje.',
    done: 'Diferans lan regle.',
    none: 'Pa gen diferans: liv founisè yo dakò ak pa nou yo, pou sa nou konpare.',
    noneMatch: 'Pa gen diferans ki koresponn. Retire yon filtè.',
    kinds: {
      paid_after_failure: 'Peye apre li te echwe',
      amount_mismatch: 'Yon lòt montan',
      paid_twice: 'Peye de fwa',
      not_paid: 'Pa peye kay founisè a',
      unknown_payment: 'Peman nou pa konnen',
      still_open: 'Toujou louvri apre fen li',
      returned_before_completion: 'Lajan an retounen anvan peman an fini',
      returned_after_completion: 'Lajan an retounen apre peman an fini',
      disputed: 'Kliyan an konteste l nan bank li',
    },
    meanings: {
      paid_after_failure:
        'Lajan rive pou yon peman ki te echwe isit la. Machann nan konnen li te echwe: remèt kliyan an lajan l, oswa antann ou ak machann nan.',
      amount_mismatch: 'Founisè a pran yon lòt montan pase sa nou te mande. Konpare ak pòtay founisè a.',
      paid_twice: 'Founisè a gen yon dezyèm debi pou yon sèl peman. Remèt youn ladan yo.',
      not_paid: 'Li reyisi isit la, men founisè a pa konnen l kòm peye. Mande founisè a.',
      unknown_payment:
        'Founisè a resevwa lajan pou yon peman ki pa nan sistèm nan, oswa ki pa pou nou. Apre yon restorasyon, chèche kòmand lan kay machann nan; sinon chèche kisa ki sèvi ak kont lan tou.',
      still_open: 'Depi lontan founisè a pa di sa l tounen. Mande founisè a.',
      returned_before_completion:
        'Kliyan an jwenn lajan li ankò: yo ranbouse l, yo anile l oswa bank lan ba li rezon, anvan peman an te fini. Peman an pa pase. Pa gen anyen pou fè, sòf si machann nan te gentan livre.',
      returned_after_completion:
        'Founisè a remèt lajan yon peman ki te fini: yon ranbousman, yon anilasyon oswa yon kontestasyon ou pèdi. Peman an rete jan l ye a. Avèti machann nan epi regle sa avè l.',
      disputed:
        'Kliyan an konteste debi a, epi bank li kenbe lajan an jiskaske li deside. Reponn nan pòtay founisè a anvan dat limit la.',
    },
    statuses: { pending: 'Ap tann', processing: 'Ap fèt', completed: 'Reyisi', failed: 'Echwe' },
  },
};
