import type { Language } from '../../messages/language.ts';

interface ListTexts {
  readonly search: string;
  readonly searchHint: string;
  readonly from: string;
  readonly to: string;
  readonly mode: string;
  readonly test: string;
  readonly live: string;
  readonly status: string;
  readonly method: string;
  readonly website: string;
  readonly key: string;
  readonly amount: string;
  readonly amountHint: string;
  readonly currency: string;
  readonly reason: string;
  readonly recurring: string;
  readonly link: string;
  readonly yes: string;
  readonly no: string;
  readonly any: string;
  readonly created: string;
  readonly payment: string;
  readonly customer: string;
  readonly reference: string;
  readonly caption: string;
  readonly none: string;
  readonly noneText: string;
  readonly noMatch: string;
  readonly noMatchYet: string;
  readonly lookedAt: string;
  readonly goOn: string;
  readonly filling: string;
  readonly wrongTime: string;
  readonly wrongRange: string;
  readonly wrongAmount: string;
  readonly wrongChoice: string;
  readonly wrongText: string;
  readonly newTest: string;
}

/** Of the list of payments. */
export const LIST_TEXTS: Readonly<Record<Language, ListTexts>> = {
  en: {
    search: 'Search',
    searchHint: 'Number, reference, phone, e-mail, or the beginning of a name',
    from: 'From',
    to: 'To',
    mode: 'Mode',
    test: 'test',
    live: 'live',
    status: 'Status',
    method: 'Method',
    website: 'Website',
    key: 'Key',
    amount: 'Amount',
    amountHint: '500, or 500-1000',
    currency: 'Currency',
    reason: 'Failure reason',
    recurring: 'Recurring',
    link: 'Payment link',
    yes: 'yes',
    no: 'no',
    any: 'all',
    created: 'Created',
    payment: 'Payment',
    customer: 'Customer',
    reference: 'Reference',
    caption: 'Payments, newest first',
    none: 'No payments yet.',
    noneText: 'They appear here as soon as a website creates them with its key.',
    noMatch: 'No payment matches. Take a filter away, or look for less of the text.',
    noMatchYet: 'None of the payments that were looked at matches.',
    lookedAt: 'Looked at {count} payments, back to {time}. Older ones may match.',
    goOn: 'Go on from there',
    filling:
      'Older payments are still being prepared: by name, phone and e-mail only newer ones are found for a while.',
    wrongTime: 'Give a day and a time, such as 2026-11-20T14:30.',
    wrongRange: 'The end must be after the beginning.',
    wrongAmount: 'Give an amount such as 500 or 500.50, or two of them: 500-1000.',
    wrongChoice: 'Choose one from the list.',
    wrongText: 'This text cannot be looked for. Use at most 255 characters.',
    newTest: 'New test payment',
  },
  fr: {
    search: 'Rechercher',
    searchHint: 'Numéro, référence, téléphone, e-mail ou début d’un nom',
    from: 'Du',
    to: 'Au',
    mode: 'Mode',
    test: 'test',
    live: 'réel',
    status: 'Statut',
    method: 'Méthode',
    website: 'Site',
    key: 'Clé',
    amount: 'Montant',
    amountHint: '500, ou 500-1000',
    currency: 'Devise',
    reason: 'Motif d’échec',
    recurring: 'Récurrent',
    link: 'Lien de paiement',
    yes: 'oui',
    no: 'non',
    any: 'tous',
    created: 'Créé',
    payment: 'Paiement',
    customer: 'Client',
    reference: 'Référence',
    caption: 'Paiements, les plus récents d’abord',
    none: 'Aucun paiement pour l’instant.',
    noneText: 'Ils apparaissent ici dès qu’un site en crée avec sa clé.',
    noMatch: 'Aucun paiement ne correspond. Retirez un filtre, ou cherchez une partie plus courte du texte.',
    noMatchYet: 'Aucun des paiements examinés ne correspond.',
    lookedAt: '{count} paiements examinés, jusqu’au {time}. De plus anciens peuvent correspondre.',
    goOn: 'Continuer à partir de là',
    filling:
      'Les paiements plus anciens sont en préparation\u00a0: par nom, téléphone et e-mail, seuls les plus récents sont trouvés pour l’instant.',
    wrongTime: 'Donnez un jour et une heure, par exemple 2026-11-20T14:30.',
    wrongRange: 'La fin doit être après le début.',
    wrongAmount: 'Donnez un montant comme 500 ou 500.50, ou deux\u00a0: 500-1000.',
    wrongChoice: 'Choisissez dans la liste.',
    wrongText: 'Ce texte ne peut pas être recherché. Utilisez au plus 255 caractères.',
    newTest: 'Nouveau paiement de test',
  },
  ht: {
    search: 'Chèche',
    searchHint: 'Nimewo, referans, telefòn, imel, oswa kòmansman yon non',
    from: 'Depi',
    to: 'Jiska',
    mode: 'Mòd',
    test: 'tès',
    live: 'reyèl',
    status: 'Estati',
    method: 'Metòd',
    website: 'Sit',
    key: 'Kle',
    amount: 'Montan',
    amountHint: '500, oswa 500-1000',
    currency: 'Deviz',
    reason: 'Poukisa li pa pase',
    recurring: 'Otomatik',
    link: 'Lyen peman',
    yes: 'wi',
    no: 'non',
    any: 'tout',
    created: 'Kreye',
    payment: 'Peman',
    customer: 'Kliyan',
    reference: 'Referans',
    caption: 'Peman yo, sa ki pi resan yo an premye',
    none: 'Poko gen peman.',
    noneText: 'Y ap parèt isit la depi yon sit kreye yo ak kle li.',
    noMatch: 'Pa gen peman ki koresponn. Retire yon filtè, oswa chèche yon pi piti pati nan tèks la.',
    noMatchYet: 'Pa gen youn ki koresponn nan peman nou gade yo.',
    lookedAt: 'Nou gade {count} peman, rive nan {time}. Gen pi ansyen ki ka koresponn.',
    goOn: 'Kontinye apati la',
    filling:
      'N ap prepare pi ansyen peman yo toujou: pou kounye a, pa non, telefòn ak imel, se pi resan yo sèlman n ap jwenn.',
    wrongTime: 'Bay yon jou ak yon lè, pa egzanp 2026-11-20T14:30.',
    wrongRange: 'Lafen an dwe vini apre kòmansman an.',
    wrongAmount: 'Bay yon montan tankou 500 oswa 500.50, oswa de: 500-1000.',
    wrongChoice: 'Chwazi youn nan lis la.',
    wrongText: 'Nou pa ka chèche tèks sa a. Pa mete plis pase 255 karaktè.',
    newTest: 'Nouvo peman tès',
  },
};
