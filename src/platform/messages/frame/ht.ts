import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  console: 'Konsòl',
  skip: 'Ale nan kontni an',
  menu: 'Meni',
  overview: 'Rezime',
  payments: 'Peman',
  links: 'Lyen peman',
  deliveries: 'Webhook yo',
  recurring: 'Abònman yo',
  websites: 'Sit yo',
  discrepancies: 'Diferans',
  rates: 'To chanj',
  reconcile: 'Konparezon ak founisè yo',
  exports: 'Ekspòtasyon',
  people: 'Ekip',
  audit: 'Jounal odit',
  system: 'Sistèm',
  account: 'Kont ou',
  signIn: 'Konekte',
  signOut: 'Dekonekte',
  docs: 'Dokimantasyon',
  zone: 'Lè yo se lè Ayiti (America/Port-au-Prince).',
  required: 'obligatwa',
  wrongFields: 'Verifye sa:',
};
