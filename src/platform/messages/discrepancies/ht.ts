import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  discrepancy: 'Diferans',
  sortedText: 'Pi gwo diferans chak deviz an premye, nan {count, number} ki pi resan yo.',
  state: 'Eta',
  open: 'Louvri',
  openFor: 'Louvri depi',
  settled: 'Rezoud',
  kind: 'Kalite',
  method: 'Mwayen peman',
  payment: 'Peman',
  asked: 'Montan nan Peye',
  came: 'Montan bò founisè peman an',
  nothingCame: 'anyen pa peye',
  noPayment: 'pa gen peman ki koresponn',
  noAmount: 'founisè peman an pa bay montan an',
  notStored: 'li pa nan baz done a, ni nan okenn achiv',
  mayBeArchived: 'li pa nan baz done a; li ka nan yon achiv',
  timesSeen: 'Konbyen fwa',
  settledAt: 'Lè li rezoud',
  settledBy: 'Moun ki rezoud li',
  note: 'Nòt sou rezolisyon an',
  noteHint:
    'Ekip ou a ka wè l. Pa egzanp: kliyan an ranbouse, kliyan an avèti, nimewo dosye founisè peman an. 1 jiska 255 karaktè.',
  settle: 'Rezoud',
  settleHint:
    'Diferans lan ap pase nan sa ki rezoud yo. Nou pa pran lajan, nou pa remèt lajan, epi pa gen peman ki chanje.',
  done: 'Diferans lan rezoud.',
  none: 'Pa gen diferans. Rejis founisè peman yo koresponn ak pa nou yo, pou sa nou konpare.',
  noneOpen: 'Pa gen diferans ki louvri, pou sa nou konpare.',
  showAll: 'Montre diferans ki rezoud yo tou',
  noneMatch: 'Pa gen diferans ki koresponn. Retire yon filtè.',
  kinds: {
    paid_after_failure: 'Peye apre li te echwe',
    amount_mismatch: 'Montan diferan',
    paid_twice: 'Peye de fwa',
    not_paid: 'Pa peye bò founisè peman an',
    unknown_payment: 'Peman nou pa konnen',
    still_open: 'Poko fini apre li ekspire',
    returned_before_completion: 'Lajan an remèt anvan peman an fini',
    returned_after_completion: 'Lajan an remèt apre peman an fini',
    disputed: 'Kliyan an konteste l',
  },
  meanings: {
    paid_after_failure:
      'Lajan rive pou yon peman ki te echwe. Machann nan konnen li te echwe. Ranbouse kliyan an, oswa antann ou ak machann nan pou l livre.',
    amount_mismatch:
      'Founisè peman an pran yon lòt montan pase montan peman an. Verifye montan an sou pòtay founisè a.',
    paid_twice: 'Founisè peman an anrejistre de debi pou yon sèl peman. Ranbouse youn ladan yo.',
    not_paid: 'Peman an peye nan Peye, men founisè peman an pa make l kòm peye. Kontakte founisè a.',
    unknown_payment:
      'Founisè peman an resevwa lajan pou yon peman ki pa nan baz done a, oswa ki pa pou nou. Si baz done a fèk restore, chèche kòmand lan kay machann nan. Sinon, chèche ki lòt sistèm ki sèvi ak kont ou bò founisè a.',
    still_open: 'Depi lontan founisè peman an pa bay okenn rezilta. Kontakte founisè a.',
    returned_before_completion:
      'Kliyan an jwenn lajan li ankò: yo ranbouse l, yo anile debi a oswa bank lan ba li rezon, anvan peman an te fini. Peman an echwe. Pa gen anyen pou fè, sòf si machann nan te gentan livre.',
    returned_after_completion:
      'Founisè peman an remèt lajan yon peman ki te peye: yon ranbousman, yon anilasyon oswa yon kontestasyon machann nan pèdi. Peman an rete peye. Avèti machann nan epi antann ou avè l.',
    disputed:
      'Kliyan an konteste debi a, epi bank li kenbe lajan an jiskaske li deside. Reponn sou pòtay founisè peman an anvan dat limit la.',
  },
  orderPaid: 'Peman {payment} te deja peye kòmand peman sa a, kidonk peman sa a pa reyisi. Ranbouse kliyan an.',
  orderPaidForMerchants:
    '{came} rive pou yon kòmand peman {payment} te deja peye. Livre yon sèl fwa. Operatè Peye a ap ranbouse kliyan an.',
  unknownDifference: 'nou pa konnen',
  missing: '{money} manke',
  surplus: '{money} anplis',
  noWebsite: 'Okenn sit',
  openByWebsite: 'Diferans ki louvri, pou chak sit',
  openCount: '{count} louvri',
  show: 'Gade diferans lan',
  whomToAsk: 'Ou gen kesyon? Mande operatè Peye a, ak nimewo {id}.',
  noneForMerchants: 'Pa gen diferans. Tout peman ou yo koresponn ak rejis founisè peman yo, pou sa nou konpare.',
  forMerchants: {
    paid_after_failure:
      '{came} rive apre peman sa a te echwe. Pa livre touswit, epi pa mande kliyan an peye ankò. Anvan, deside ansanm ak operatè Peye a si se pou ranbouse kliyan an oswa pou livre.',
    amount_mismatch: '{came} rive olye {asked}. Pa livre anvan ou antann ou ak operatè Peye a sou lajan an.',
    paid_twice:
      'Kliyan an peye de fwa: yon dezyèm debi {came} rive. Livre yon sèl fwa. Operatè Peye a ap ranbouse youn ladan yo.',
    not_paid:
      'Nan Peye, {asked} peye, men founisè peman an pa montre okenn peman. Si ou poko livre, tann operatè Peye a jwenn rezilta founisè a.',
    unknown_payment: 'Founisè peman an resevwa {came} pou yon peman Peye pa konnen.',
    still_open:
      'Depi lontan founisè peman an pa bay okenn rezilta. Kliyan an ka peye {asked}, oswa anyen. Pa livre, epi pa mande kliyan an peye ankò, anvan nou konn rezilta a.',
    returned_before_completion:
      'Kliyan an jwenn lajan li ankò, epi peman an echwe. Pa livre. Si ou te gentan livre, avèti operatè Peye a.',
    returned_after_completion:
      'Yo remèt kliyan an {came} nan peman sa a. Si ou poko livre, pa livre anvan ou antann ou ak operatè Peye a sou sa pou fè.',
    disputed:
      'Kliyan an konteste peman sa a, epi bank li kenbe {came} jiskaske li deside. Voye bay operatè Peye a sa ki pwouve livrezon an: fakti, siyati, mesaj.',
  },
};
