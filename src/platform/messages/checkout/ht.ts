import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  title: 'Sesyon peman',
  one: 'Sesyon peman',
  caption: 'Sesyon peman yo, sa ki pi resan yo an premye',
  what: 'Yon sesyon peman se yon kòmand. Sèvè ou kreye l ak API a, epi kliyan an chwazi fason pou l peye sou paj sesyon an.',
  how: 'Kijan sesyon peman yo mache',
  none: 'Poko gen sesyon peman.',
  noneMatch: 'Pa gen sesyon peman ki koresponn. Retire yon filtè.',
  reference: 'Tout referans lan',
  statuses: {
    open: 'Louvri',
    processing: 'Ap fèt',
    paid: 'Peye',
    expired: 'Ekspire',
    cancelled: 'Anile',
  },
  statusTexts: {
    open: 'Kliyan an ka chwazi yon fason pou l peye.',
    processing: 'Pa gen nouvo peman ki ka kòmanse, men yon peman ki te kòmanse ka pase toujou.',
    paid: 'Kòmand lan peye. Pa gen lòt peman pou li ki ka reyisi.',
    expired: 'Tan an fini. Pa gen peman ki reyisi, epi pa gen youn k ap reyisi.',
    cancelled: 'Sesyon an anile. Pa gen peman ki reyisi, epi pa gen youn k ap reyisi.',
  },
  order: 'Kòmand',
  payments: 'Peman',
  paymentsText: 'Peman kliyan an kòmanse, sa ki pi resan yo an premye. Gen youn sèlman ki ka reyisi.',
  paymentsNone: 'Kliyan an poko kòmanse yon peman.',
  paymentsGone: 'Peman li yo efase, oswa yo deplase nan yon achiv.',
  page: 'Paj kliyan an',
  paidBy: 'Peman ki peye l',
  cancel: 'Anile sesyon an',
  cancelSure: 'Anile sesyon peman sa a?',
  cancelText: 'Kliyan an p ap ka kòmanse yon nouvo peman. Ou pa ka defè sa.',
  cancelOpen:
    'Gen yon peman li ki louvri toujou. Peye ap anile l si founisè peman an pèmèt sa. Sinon li ka pase toujou, epi lè sa a sesyon an peye.',
  keep: 'Kenbe sesyon an',
  done: {
    cancelled: 'Sesyon an anile.',
    over: 'Sesyon an te fini deja, kidonk anyen pa chanje.',
  },
};
