import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  apply: 'Appliquer',
  clear: 'Effacer',
  filters: 'Filtres',
  moreFilters: 'Autres filtres',
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
