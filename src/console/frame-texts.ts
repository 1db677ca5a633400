import type { Language } from '../messages/language.ts';

/** What every page of the console says around its content. */
interface FrameTexts {
  readonly console: string;
  readonly skip: string;
  readonly menu: string;
  readonly overview: string;
  readonly payments: string;
  readonly links: string;
  readonly deliveries: string;
  readonly recurring: string;
  readonly websites: string;
  readonly discrepancies: string;
  readonly rates: string;
  readonly reconcile: string;
  readonly exports: string;
  readonly people: string;
  readonly audit: string;
  readonly system: string;
  readonly account: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly docs: string;
  readonly zone: string;
  readonly required: string;
  readonly wrongFields: string;
}

/** By language. A native speaker should confirm the Kreyòl. */
export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = {
  en: {
    console: 'Console',
    skip: 'Skip to the content',
    menu: 'Menu',
    overview: 'Overview',
    payments: 'Payments',
    links: 'Payment links',
    deliveries: 'Deliveries',
    recurring: 'Recurring',
    websites: 'Websites',
    discrepancies: 'Discrepancies',
    rates: 'Exchange rate',
    reconcile: 'Reconciliation',
    exports: 'Exports',
    people: 'People',
    audit: 'Audit log',
    system: 'System',
    account: 'Your account',
    signIn: 'Sign in',
    signOut: 'Sign out',
    docs: 'Documentation',
    zone: 'Times are those of Haiti (America/Port-au-Prince).',
    required: 'required',
    wrongFields: 'Please correct this:',
  },
  fr: {
    console: 'Console',
    skip: 'Aller au contenu',
    menu: 'Menu',
    overview: 'Vue d’ensemble',
    payments: 'Paiements',
    links: 'Liens de paiement',
    deliveries: 'Livraisons',
    recurring: 'Récurrents',
    websites: 'Sites',
    discrepancies: 'Écarts',
    rates: 'Taux de change',
    reconcile: 'Rapprochement',
    exports: 'Exports',
    people: 'Personnes',
    audit: 'Journal d’audit',
    system: 'Système',
    account: 'Votre compte',
    signIn: 'Se connecter',
    signOut: 'Se déconnecter',
    docs: 'Documentation',
    zone: 'Les heures sont celles d’Haïti (America/Port-au-Prince).',
    required: 'obligatoire',
    wrongFields: 'À corriger :',
  },
  ht: {
    console: 'Konsòl',
    skip: 'Ale nan kontni an',
    menu: 'Meni',
    overview: 'Rezime',
    payments: 'Peman',
    links: 'Lyen peman',
    deliveries: 'Livrezon',
    recurring: 'Peman regilye',
    websites: 'Sit entènèt',
    discrepancies: 'Diferans',
    rates: 'To echanj',
    reconcile: 'Verifikasyon kont',
    exports: 'Ekspòtasyon',
    people: 'Moun',
    audit: 'Jounal odit',
    system: 'Sistèm',
    account: 'Kont ou',
    signIn: 'Konekte',
    signOut: 'Dekonekte',
    docs: 'Dokimantasyon',
    zone: 'Lè yo se lè Ayiti (America/Port-au-Prince).',
    required: 'obligatwa',
    wrongFields: 'Korije sa:',
  },
};
