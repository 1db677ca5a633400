import type { RecurringInterval } from '../../../domain/payment.ts';
import type { Language } from '../../../messages/language.ts';
import type { RecurringState } from './recurring-state.ts';

interface RecurringTexts {
  readonly one: string;
  readonly state: string;
  readonly mode: string;
  readonly live: string;
  readonly test: string;
  readonly website: string;
  readonly created: string;
  readonly firstPayment: string;
  readonly amount: string;
  readonly customer: string;
  readonly rhythm: string;
  readonly every: string;
  readonly next: string;
  readonly skipsNext: string;
  readonly failures: string;
  readonly skipped: string;
  readonly pausedAt: string;
  readonly endedAt: string;
  readonly reason: string;
  readonly charges: string;
  readonly noCharges: string;
  readonly period: string;
  readonly due: string;
  readonly payment: string;
  readonly status: string;
  readonly none: string;
  readonly noneMatch: string;
  readonly allPaused: string;
  readonly pause: string;
  readonly resume: string;
  readonly end: string;
  readonly back: string;
  readonly pauseSure: string;
  readonly pauseWhat: string;
  readonly resumeSure: string;
  readonly resumeWhat: string;
  readonly endSure: string;
  readonly endWhat: string;
  readonly endReason: string;
  readonly endReasonHint: string;
  readonly paused: string;
  readonly resumed: string;
  readonly ended: string;
  readonly states: Readonly<Record<RecurringState, string>>;
  readonly intervals: Readonly<Record<RecurringInterval, readonly [one: string, many: string]>>;
  readonly statuses: Readonly<Record<'pending' | 'processing' | 'completed' | 'failed', string>>;
}

/** What is said of recurring payments. */
export const RECURRING_TEXTS: Readonly<Record<Language, RecurringTexts>> = {
  en: {
    one: 'Recurring payment',
    state: 'State',
    mode: 'Mode',
    live: 'Live',
    test: 'Test',
    website: 'Website',
    created: 'Since',
    firstPayment: 'First payment',
    amount: 'Amount',
    customer: 'Customer',
    rhythm: 'Charged',
    every: 'every {interval}',
    next: 'Next charge',
    skipsNext: '{time}: it is skipped while this is paused',
    failures: 'Failed in a row',
    skipped: 'Periods skipped',
    pausedAt: 'Paused',
    endedAt: 'Ended',
    reason: 'Why it ended',
    charges: 'Charges',
    noCharges: 'It was not charged again yet.',
    period: 'Period',
    due: 'Due',
    payment: 'Payment',
    status: 'Status',
    none: 'There are no recurring payments yet. They begin with a card payment that was created with a recurring interval.',
    noneMatch: 'No recurring payment matches. Clear a filter.',
    allPaused:
      'No live card is charged at the moment: the store was restored from a backup, and the acquirer’s books have to be compared first.',
    pause: 'Pause',
    resume: 'Go on',
    end: 'End',
    back: 'Back',
    pauseSure: 'Pause this recurring payment?',
    pauseWhat:
      'Nothing is charged until somebody lets it go on. Periods that fall due meanwhile are skipped, and never charged later. A charge that is under way ends as it ends.',
    resumeSure: 'Let this recurring payment go on?',
    resumeWhat:
      'The card is charged again from the next period that falls due, {time}. What was skipped stays skipped.',
    endSure: 'End this recurring payment?',
    endWhat:
      'The card is never charged again, and this cannot be undone: the customer would have to pay anew. A charge that is under way ends as it ends. Payments that were made stay as they are.',
    endReason: 'Reason',
    endReasonHint: 'For whoever looks later, 1 to 255 characters.',
    paused: 'It is paused.',
    resumed: 'It goes on.',
    ended: 'It has ended: the card is not charged again.',
    states: { active: 'Active', paused: 'Paused', stopped: 'Stopped after failures', cancelled: 'Cancelled' },
    intervals: {
      daily: ['day', '{count} days'],
      weekly: ['week', '{count} weeks'],
      monthly: ['month', '{count} months'],
      yearly: ['year', '{count} years'],
    },
    statuses: { pending: 'Pending', processing: 'Processing', completed: 'Completed', failed: 'Failed' },
  },
  fr: {
    one: 'Paiement récurrent',
    state: 'État',
    mode: 'Mode',
    live: 'Réel',
    test: 'Test',
    website: 'Site',
    created: 'Depuis',
    firstPayment: 'Premier paiement',
    amount: 'Montant',
    customer: 'Client',
    rhythm: 'Débité',
    every: 'chaque {interval}',
    next: 'Prochain débit',
    skipsNext: '{time} : sauté tant que c’est en pause',
    failures: 'Échecs de suite',
    skipped: 'Périodes sautées',
    pausedAt: 'En pause depuis',
    endedAt: 'Terminé',
    reason: 'Motif de la fin',
    charges: 'Débits',
    noCharges: 'Il n’a pas encore été débité de nouveau.',
    period: 'Période',
    due: 'Échéance',
    payment: 'Paiement',
    status: 'État',
    none: 'Il n’y a pas encore de paiement récurrent. Il commence par un paiement par carte créé avec un intervalle.',
    noneMatch: 'Aucun paiement récurrent ne correspond. Retirez un filtre.',
    allPaused:
      'Aucune carte réelle n’est débitée en ce moment : la base a été restaurée d’une sauvegarde, et les comptes de l’acquéreur doivent d’abord être comparés.',
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    end: 'Terminer',
    back: 'Retour',
    pauseSure: 'Mettre ce paiement récurrent en pause ?',
    pauseWhat:
      'Rien n’est débité jusqu’à la reprise. Les périodes qui échoient entre-temps sont sautées, et jamais débitées ensuite. Un débit en cours se termine comme il se termine.',
    resumeSure: 'Reprendre ce paiement récurrent ?',
    resumeWhat:
      'La carte est de nouveau débitée à partir de la prochaine échéance, {time}. Ce qui a été sauté le reste.',
    endSure: 'Terminer ce paiement récurrent ?',
    endWhat:
      'La carte n’est plus jamais débitée, et c’est définitif : le client devrait payer à nouveau. Un débit en cours se termine comme il se termine. Les paiements déjà faits restent tels quels.',
    endReason: 'Motif',
    endReasonHint: 'Pour qui regardera plus tard, 1 à 255 caractères.',
    paused: 'Il est en pause.',
    resumed: 'Il reprend.',
    ended: 'Il est terminé : la carte n’est plus débitée.',
    states: { active: 'Actif', paused: 'En pause', stopped: 'Arrêté après des échecs', cancelled: 'Annulé' },
    intervals: {
      daily: ['jour', '{count} jours'],
      weekly: ['semaine', '{count} semaines'],
      monthly: ['mois', '{count} mois'],
      yearly: ['année', '{count} années'],
    },
    statuses: { pending: 'En attente', processing: 'En cours', completed: 'Réussi', failed: 'Échoué' },
  },
  ht: {
    one: 'Peman regilye',
    state: 'Eta',
    mode: 'Mòd',
    live: 'Reyèl',
    test: 'Tès',
    website: 'Sit entènèt',
    created: 'Depi',
    firstPayment: 'Premye peman',
    amount: 'Montan',
    customer: 'Kliyan',
    rhythm: 'Li pran',
    every: 'chak {interval}',
    next: 'Pwochen fwa',
    skipsNext: '{time}: l ap sote pandan l an poz',
    failures: 'Echèk youn dèyè lòt',
    skipped: 'Peryòd ki sote',
    pausedAt: 'An poz depi',
    endedAt: 'Fini',
    reason: 'Poukisa l fini',
    charges: 'Fwa li pran',
    noCharges: 'Li poko pran lajan ankò.',
    period: 'Peryòd',
    due: 'Dat',
    payment: 'Peman',
    status: 'Eta',
    none: 'Poko gen peman regilye. Yo kòmanse ak yon peman pa kat ki kreye ak yon entèval.',
    noneMatch: 'Pa gen peman regilye ki koresponn. Retire yon filtè.',
    allPaused:
      'Pa gen kat reyèl ki pran kounye a: baz done a te retounen soti nan yon kopi, epi fòk nou konpare liv akerè a anvan.',
    pause: 'Mete an poz',
    resume: 'Kontinye',
    end: 'Fini',
    back: 'Tounen',
    pauseSure: 'Mete peman regilye sa a an poz?',
    pauseWhat:
      'Anyen p ap pran jiskaske yon moun fè l kontinye. Peryòd ki rive pandan tan sa a sote, yo p ap janm pran pita. Si gen youn k ap fèt deja, l ap fini jan l fini.',
    resumeSure: 'Fè peman regilye sa a kontinye?',
    resumeWhat: 'Kat la ap pran ankò depi pwochen dat la, {time}. Sa ki sote rete sote.',
    endSure: 'Fini peman regilye sa a?',
    endWhat:
      'Kat la p ap janm pran ankò, epi ou pa ka defè sa: kliyan an ta oblije peye ankò. Si gen youn k ap fèt deja, l ap fini jan l fini. Peman ki fèt deja rete jan yo ye.',
    endReason: 'Rezon',
    endReasonHint: 'Pou moun k ap gade pita, 1 jiska 255 karaktè.',
    paused: 'Li an poz.',
    resumed: 'L ap kontinye.',
    ended: 'Li fini: kat la p ap pran ankò.',
    states: { active: 'Aktif', paused: 'An poz', stopped: 'Kanpe apre echèk', cancelled: 'Anile' },
    intervals: {
      daily: ['jou', '{count} jou'],
      weekly: ['semèn', '{count} semèn'],
      monthly: ['mwa', '{count} mwa'],
      yearly: ['ane', '{count} ane'],
    },
    statuses: { pending: 'Ap tann', processing: 'Ap fèt', completed: 'Reyisi', failed: 'Echwe' },
  },
};
