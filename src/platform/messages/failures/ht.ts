import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  notFound: {
    title: 'Nou pa jwenn paj sa a',
    text: 'Paj sa a pa egziste, oswa ou pa gen aksè ladan l.',
  },
  archived: {
    title: 'Peman sa a pa nan baz done a',
    text: 'Peman sa a pa nan baz done a. Yo te mete peman epòk sa a nan yon achiv epi retire yo: li ka nan yon achiv.',
  },
  refused: {
    title: 'Demann nan pa bon',
    text: 'Nou pa t ka li demann nan. Retounen sou paj anvan an, epi eseye ankò.',
  },
  oldForm: {
    title: 'Fòmilè sa a ekspire',
    text: 'Anyen pa chanje. Ou konekte ankò apre ou te louvri fòmilè a, oswa fòmilè a pa soti nan konsòl Peye a. Retounen sou paj anvan an, chaje l ankò, epi voye fòmilè a ankò.',
  },
  brokenForm: {
    title: 'Gen yon bagay ki manke',
    text: 'Anyen pa chanje. Gen yon chan ki manke, oswa gen youn anplis. Retounen sou paj anvan an, chaje l ankò, epi voye fòmilè a ankò.',
  },
  tooLarge: {
    title: 'Fòmilè oswa fichye a twò gwo',
    text: 'Maksimòm nan se 64\u00a0Ko, epi 2\u00a0Mo pou yon logo. Anyen pa chanje.',
  },
  tooMany: {
    title: 'Twòp demann',
    text: 'Tann {seconds} segonn, epi eseye ankò.',
  },
  unavailable: {
    title: 'Pa disponib pou yon ti moman',
    text: 'Baz done a pa reponn. Anyen pa pèdi. Eseye ankò nan kèk segonn.',
  },
  systemError: {
    title: 'Gen yon erè',
    text: 'Nou note erè a. Eseye ankò. Si erè a rive ankò, di operatè Peye a ki lè li rive.',
  },
};
