import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  console: 'Console',
  skip: 'Aller au contenu',
  menu: 'Menu',
  overview: 'Vue d’ensemble',
  payments: 'Paiements',
  links: 'Liens de paiement',
  deliveries: 'Webhooks',
  recurring: 'Abonnements',
  websites: 'Sites',
  discrepancies: 'Écarts',
  rates: 'Taux de change',
  reconcile: 'Rapprochement',
  exports: 'Exports',
  people: 'Équipe',
  audit: 'Journal d’audit',
  system: 'Système',
  account: 'Votre compte',
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  docs: 'Documentation',
  zone: 'Les heures sont celles d’Haïti (America/Port-au-Prince).',
  required: 'obligatoire',
  wrongFields: 'Vérifiez ce qui suit\u00a0:',
};
