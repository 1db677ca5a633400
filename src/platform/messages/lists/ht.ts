import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  apply: 'Aplike',
  clear: 'Efase',
  filters: 'Filtè',
  moreFilters: 'Lòt filtè',
  newest: 'Pi resan',
  older: 'Pi ansyen',
  all: 'Tout',
  website: 'Sit',
  from: 'Depi',
  to: 'Jiska',
  haiti: 'lè Ayiti',
  ages: {
    minutes: '{count} minit',
    hours: '{count} èdtan',
    days: '{count} jou',
  },
};
