import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  apply: 'Appliquer',
  clear: 'Effacer',
  filters: 'Filtres',
  more: 'Plus',
  search: 'Rechercher',
  remove: 'Retirer le filtre\u00a0: {filter}',
  date: 'Date',
  presets: {
    today: 'Aujourd’hui',
    yesterday: 'Hier',
    '7days': '7 derniers jours',
    month: 'Ce mois-ci',
    lastmonth: 'Le mois dernier',
  },
  custom: 'Personnalisée',
  counted: '{count, plural, one {# résultat} other {# résultats}}',
  countedMore: 'Au moins {count, number} résultats',
  newest: 'Les plus récents',
  older: 'Plus anciens',
  all: 'Tous',
  website: 'Site',
  from: 'Du',
  to: 'Jusqu’au',
  haiti: 'heure d’Haïti',
  ages: {
    minutes: '{count, plural, one {# minute} other {# minutes}}',
    hours: '{count, plural, one {# heure} other {# heures}}',
    days: '{count, plural, one {# jour} other {# jours}}',
  },
};
