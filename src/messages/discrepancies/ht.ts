import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  discrepancy: 'Diferans',
  state: 'Eta',
  open: 'Louvri',
  settled: 'Rezoud',
  kind: 'Kalite',
  method: 'Mwayen',
  payment: 'Peman',
  providerRef: 'Nimewo kay founisè a',
  asked: 'Sa nou te mande',
  came: 'Sa founisè a di',
  nothingCame: 'anyen pa peye',
  noPayment: 'pa gen peman lakay nou',
  noAmount: 'founisè a pa bay montan an',
  notStored: 'li pa nan sistèm nan, ni nan okenn achiv',
  mayBeArchived: 'li pa nan sistèm nan; li ka nan yon achiv',
  word: 'Mo founisè a',
  firstSeen: 'Premye fwa nou wè l',
  lastSeen: 'Dènye fwa nou wè l',
  timesSeen: 'Konbyen fwa',
  settledAt: 'Dat li rezoud',
  settledBy: 'Moun ki rezoud li',
  note: 'Sa ki fèt',
  noteHint: 'Pou moun k ap gade pita: lajan remèt, kliyan konnen, nimewo dosye founisè a. 1 jiska 255 karaktè.',
  settle: 'Rezoud',
  settleHint: 'L ap soti nan lis sa ki louvri yo. Pa gen lajan ki deplase, pa gen peman ki chanje.',
  done: 'Diferans lan rezoud.',
  none: 'Pa gen diferans: liv founisè yo dakò ak pa nou yo, pou sa nou konpare.',
  noneMatch: 'Pa gen diferans ki koresponn. Retire yon filtè.',
  kinds: {
    paid_after_failure: 'Peye apre li te echwe',
    amount_mismatch: 'Montan diferan',
    paid_twice: 'Peye de fwa',
    not_paid: 'Pa peye kay founisè a',
    unknown_payment: 'Peman nou pa konnen',
    still_open: 'Toujou louvri apre fen li',
    returned_before_completion: 'Lajan an retounen anvan peman an fini',
    returned_after_completion: 'Lajan an retounen apre peman an fini',
    disputed: 'Kliyan an konteste l nan bank li',
  },
  meanings: {
    paid_after_failure:
      'Lajan rive pou yon peman ki te echwe isit la. Machann nan konnen li te echwe: remèt kliyan an lajan l, oswa antann ou ak machann nan.',
    amount_mismatch: 'Founisè a pran yon lòt montan pase sa nou te mande. Konpare ak pòtay founisè a.',
    paid_twice: 'Founisè a gen yon dezyèm debi pou yon sèl peman. Remèt youn ladan yo.',
    not_paid: 'Li peye isit la, men founisè a pa konnen l kòm peye. Mande founisè a.',
    unknown_payment:
      'Founisè a resevwa lajan pou yon peman ki pa nan sistèm nan, oswa ki pa pou nou. Apre yon restorasyon, chèche kòmand lan kay machann nan; sinon chèche kisa ki sèvi ak kont lan tou.',
    still_open: 'Depi lontan founisè a pa di sa l tounen. Mande founisè a.',
    returned_before_completion:
      'Kliyan an jwenn lajan li ankò: yo ranbouse l, yo anile l oswa bank lan ba li rezon, anvan peman an te fini. Peman an pa pase. Pa gen anyen pou fè, sòf si machann nan te gentan livre.',
    returned_after_completion:
      'Founisè a remèt lajan yon peman ki te fini: yon ranbousman, yon anilasyon oswa yon kontestasyon ou pèdi. Peman an rete jan l ye a. Avèti machann nan epi regle sa avè l.',
    disputed:
      'Kliyan an konteste debi a, epi bank li kenbe lajan an jiskaske li deside. Reponn nan pòtay founisè a anvan dat limit la.',
  },
  statuses: {
    pending: 'Ap tann',
    processing: 'Ap fèt',
    completed: 'Peye',
    failed: 'Echwe',
  },
};
