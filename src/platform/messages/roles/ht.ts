import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  name: {
    owner: 'Pwopriyetè',
    operator: 'Operatè',
    support: 'Sipò',
    auditor: 'Oditè',
    merchant_owner: 'Machann: pwopriyetè',
    merchant_developer: 'Machann: devlopè',
    merchant_viewer: 'Machann: gade sèlman',
  },
  hint: {
    owner: 'Gen tout aksè. Jere ekip la.',
    operator: 'Jere pasrèl la: peman, sit, kle, diferans ak itilizatè machann yo.',
    support: 'Gade done yo, verifye peman yo ak founisè peman an, voye webhook ankò epi ekri nòt.',
    auditor: 'Gade tout bagay, ak jounal odit la ak ekspòtasyon yo. Pa chanje anyen.',
    merchant_owner: 'Jere ekip machann nan ak sit li yo, ansanm ak kle pwodiksyon, URL ak sekrè sit yo.',
    merchant_developer: 'Jere kle tès, webhook ak peman tès sit machann nan.',
    merchant_viewer: 'Gade peman sit machann nan. Pa chanje anyen.',
  },
};
