import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  greeting: 'Bonjou,',
  invitation: {
    subject: 'Envitasyon ou pou Peye',
    sentence: 'Yo envite ou sèvi ak konsòl Peye a. Louvri lyen sa a pou chwazi yon modpas:',
    lasts: 'Lyen an mache yon sèl fwa, epi l ap ekspire nan 72 èdtan.',
  },
  reset: {
    subject: 'Reyinisyalize modpas Peye ou',
    sentence: 'Louvri lyen sa a pou chwazi yon nouvo modpas pou konsòl Peye a:',
    lasts: 'Lyen an mache yon sèl fwa, epi l ap ekspire nan inèdtan.',
  },
  otherAccount: {
    subject: 'Envitasyon ou pou Peye',
    sentence: 'Yo envite ou jere yon lòt sit nan konsòl Peye a, men adrès imel ou a gen yon kont deja.',
    lasts:
      'Anyen pa chanje nan kont ou. Pou jwenn aksè nan sit sa a, mande operatè Peye a ajoute sit sa a nan kont ou.',
  },
  notExpected: 'Si ou pa t ap tann imel sa a, efase l.',
  notMeant: 'Si ou pa t ap tann imel sa a, efase l epi pa bay pèsonn lyen an.',
};
