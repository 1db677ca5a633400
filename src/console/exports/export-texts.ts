import type { Language } from '../../messages/language.ts';
import type { ExportedList } from '../../operator/record-export.ts';

interface ExportTexts {
  readonly title: string;
  readonly intro: string;
  readonly columns: string;
  readonly website: string;
  readonly all: string;
  readonly from: string;
  readonly to: string;
  readonly csv: string;
  readonly jsonl: string;
  /** `{rows}` and `{kilobytes}` so far, `{seconds}`. */
  readonly progress: string;
  readonly whole: string;
  readonly broken: string;
  readonly cancel: string;
  readonly yours: string;
  readonly others: string;
  readonly fault: string;
  readonly busyTitle: string;
  readonly lists: Readonly<Record<ExportedList['list'], string>>;
  /** Of the filters, by their names in the address. */
  readonly filters: Readonly<Record<string, string>>;
}

/** By language. A native speaker should confirm the Kreyòl. */
export const EXPORT_TEXTS: Readonly<Record<Language, ExportTexts>> = {
  en: {
    title: 'Exports',
    intro:
      'Take a list out as a file: CSV for spreadsheets, JSON lines for programs. Rows stand newest first. Every export is recorded in the audit log.',
    columns: 'What the columns mean',
    website: 'Website',
    all: 'All',
    from: 'From (Haiti)',
    to: 'Until (Haiti)',
    csv: 'Download CSV',
    jsonl: 'Download JSON lines',
    progress: '{rows} rows so far, {kilobytes} KB, {seconds} s',
    whole: 'Done: {rows} rows, {kilobytes} KB.',
    broken: 'The export was broken off. What came is not whole: nothing was saved. Try again.',
    cancel: 'Cancel',
    yours: 'An export of yours is still running. Wait until it is done, or cancel it; then try again.',
    others: 'Other exports are running. Try again in a minute.',
    fault: 'This list cannot be exported with the filter {field} as it is. Change or clear it, and try again.',
    busyTitle: 'Not now',
    lists: {
      payments: 'Payments',
      links: 'Payment links',
      deliveries: 'Deliveries',
      recurring: 'Recurring payments',
      discrepancies: 'Discrepancies',
      audit: 'Audit log',
    },
    filters: {
      mode: 'Mode',
      status: 'Status',
      method: 'Method',
      currency: 'Currency',
      reason: 'Why it failed',
      recurring: 'Recurring',
      key: 'Key (id)',
      amount: 'Amount (500, or 500-1000)',
      link: 'Payment link (id)',
      event: 'Event',
      payment: 'Payment (id)',
      state: 'State',
      kind: 'Kind',
      by: 'By what',
      actor: 'By whom (name)',
      action: 'Action',
      subject: 'Subject (id)',
    },
  },
  fr: {
    title: 'Exports',
    intro:
      'Sortez une liste dans un fichier : CSV pour les tableurs, JSON lines pour les programmes. Les lignes les plus récentes viennent d’abord. Chaque export est consigné dans le journal d’audit.',
    columns: 'Ce que disent les colonnes',
    website: 'Site',
    all: 'Tous',
    from: 'Du (Haïti)',
    to: 'Jusqu’au (Haïti)',
    csv: 'Télécharger en CSV',
    jsonl: 'Télécharger en JSON lines',
    progress: '{rows} lignes reçues, {kilobytes} Ko, {seconds} s',
    whole: 'Terminé : {rows} lignes, {kilobytes} Ko.',
    broken: 'L’export a été interrompu. Le fichier n’est pas complet : rien n’a été enregistré. Réessayez.',
    cancel: 'Annuler',
    yours: 'Un de vos exports est encore en cours. Attendez qu’il soit terminé ou annulez-le, puis réessayez.',
    others: 'D’autres exports sont en cours. Réessayez dans une minute.',
    fault:
      'Cette liste ne peut pas être exportée avec le filtre {field} tel quel. Modifiez-le ou videz-le, puis réessayez.',
    busyTitle: 'Pas maintenant',
    lists: {
      payments: 'Paiements',
      links: 'Liens de paiement',
      deliveries: 'Livraisons',
      recurring: 'Paiements récurrents',
      discrepancies: 'Écarts',
      audit: 'Journal d’audit',
    },
    filters: {
      mode: 'Mode',
      status: 'État',
      method: 'Méthode',
      currency: 'Devise',
      reason: 'Motif de l’échec',
      recurring: 'Récurrent',
      key: 'Clé (id)',
      amount: 'Montant (500, ou 500-1000)',
      link: 'Lien de paiement (id)',
      event: 'Événement',
      payment: 'Paiement (id)',
      state: 'État',
      kind: 'Type',
      by: 'Par quoi',
      actor: 'Par qui (nom)',
      action: 'Action',
      subject: 'Objet (id)',
    },
  },
  ht: {
    title: 'Ekspòtasyon',
    intro:
      'Mete yon lis nan yon fichye: CSV pou tablè, JSON lines pou pwogram. Liy ki pi resan yo vini anvan. Nou note chak ekspòtasyon nan jounal odit la.',
    columns: 'Sa kolòn yo vle di',
    website: 'Sit entènèt',
    all: 'Tout',
    from: 'Depi (Ayiti)',
    to: 'Jiska (Ayiti)',
    csv: 'Telechaje an CSV',
    jsonl: 'Telechaje an JSON lines',
    progress: '{rows} liy rive, {kilobytes} Ko, {seconds} s',
    whole: 'Fini: {rows} liy, {kilobytes} Ko.',
    broken: 'Ekspòtasyon an koupe. Fichye a pa konplè: anyen pa anrejistre. Eseye ankò.',
    cancel: 'Anile',
    yours: 'Youn nan ekspòtasyon ou yo ap fèt toujou. Tann li fini oswa anile li, epi eseye ankò.',
    others: 'Gen lòt ekspòtasyon k ap fèt. Eseye ankò nan yon minit.',
    fault: 'Nou pa ka ekspòte lis sa a ak filtè {field} jan li ye a. Chanje li oswa efase li, epi eseye ankò.',
    busyTitle: 'Pa kounye a',
    lists: {
      payments: 'Peman',
      links: 'Lyen peman',
      deliveries: 'Livrezon',
      recurring: 'Peman regilye',
      discrepancies: 'Diferans',
      audit: 'Jounal odit',
    },
    filters: {
      mode: 'Mòd',
      status: 'Eta',
      method: 'Metòd',
      currency: 'Lajan',
      reason: 'Poukisa li echwe',
      recurring: 'Regilye',
      key: 'Kle (id)',
      amount: 'Montan (500, oswa 500-1000)',
      link: 'Lyen peman (id)',
      event: 'Evènman',
      payment: 'Peman (id)',
      state: 'Eta',
      kind: 'Kalite',
      by: 'Pa kisa',
      actor: 'Pa ki moun (non)',
      action: 'Aksyon',
      subject: 'Sou kisa (id)',
    },
  },
};
