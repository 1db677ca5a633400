import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  notFound: {
    title: 'Nou pa jwenn paj sa a',
    text: 'Paj sa a pa egziste, oswa ou pa gen aksè ladan l.',
  },
  refused: {
    title: 'Nou pa konprann',
    text: 'Nou pa t ka li demann sa a. Tounen dèyè epi eseye ankò.',
  },
  oldForm: {
    title: 'Fòmilè sa a ekspire',
    text: 'Anyen pa chanje. Ou konekte ankò depi ou te louvri li, oswa li soti sou yon lòt sit. Tounen dèyè, chaje paj la ankò, epi voye li.',
  },
  brokenForm: {
    title: 'Gen yon bagay ki manke',
    text: 'Anyen pa chanje. Gen yon chan ki manke, oswa gen youn an plis. Tounen dèyè, chaje paj la ankò, epi voye li.',
  },
  tooLarge: {
    title: 'Li twò gwo',
    text: 'Sa ou voye a twò gwo. Anyen pa chanje.',
  },
  tooMany: {
    title: 'Twòp demann',
    text: 'Tann {seconds} segonn, epi eseye ankò.',
  },
  unavailable: {
    title: 'Pa disponib pou yon ti moman',
    text: 'Baz done a pa reponn. Eseye ankò nan kèk segonn; anyen pa pèdi.',
  },
  systemError: {
    title: 'Gen yon erè',
    text: 'Nou note erè a. Eseye ankò; si li rive ankò, bay operatè a lè a.',
  },
};
