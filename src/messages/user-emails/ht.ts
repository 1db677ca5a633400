import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  greeting: 'Bonjou,',
  invitation: {
    subject: 'Envitasyon ou pou Peye',
    sentence: 'Yo envite ou sou konsòl Peye a. Ouvri lyen sa a pou chwazi yon modpas:',
    lasts: 'Lyen an ap mache yon sèl fwa, nan 72 èdtan.',
  },
  reset: {
    subject: 'Yon nouvo modpas pou Peye',
    sentence: 'Ouvri lyen sa a pou chwazi yon nouvo modpas pou konsòl Peye a:',
    lasts: 'Lyen an ap mache yon sèl fwa, nan inèdtan.',
  },
  otherAccount: {
    subject: 'Envitasyon ou pou Peye',
    sentence: 'Yo envite ou sou yon lòt sit nan konsòl Peye a, men adrès sa a gen yon kont deja.',
    lasts: 'Anyen pa chanje nan kont ou. Pou w jwenn sit sa a, mande operatè sistèm nan ajoute l.',
  },
  notMeant: 'Si ou pa t ap tann mesaj sa a, efase li epi pa bay pèsonn lyen an.',
};
