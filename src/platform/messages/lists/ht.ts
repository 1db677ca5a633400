import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  apply: 'Aplike',
  clear: 'Efase',
  filters: 'Filtè',
  more: 'Plis',
  search: 'Chèche',
  remove: 'Retire filtè a: {filter}',
  date: 'Dat',
  presets: {
    today: 'Jodi a',
    yesterday: 'Yè',
    '7days': '7 dènye jou yo',
    month: 'Mwa sa a',
    lastmonth: 'Mwa pase a',
  },
  custom: 'Chwazi dat yo',
  counted: '{count, plural, other {# rezilta}}',
  countedMore: 'Omwen {count, number} rezilta',
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
