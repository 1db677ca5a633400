import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  title: 'Frè',
  titles: { live: 'Frè peman pwodiksyon', test: 'Frè peman tès' },
  intro:
    'Sa chak founisè peman kenbe sou yon peman sit sa a. Yon peman jwenn frè li lè li fini, selon règ ki la nan moman sa a. Peman ki te fini anvan kenbe frè pa yo.',
  current: 'Règ ki la kounye a',
  upcoming: 'Règ k ap kòmanse pita',
  history: 'Istorik',
  none: 'Poko gen règ frè. San règ, pa gen frè ki pase.',
  noneNow: 'Pa gen règ kounye a.',
  method: 'Mwayen peman',
  currency: 'Lajan',
  percent: 'Pousantaj',
  percentHint: 'Sou montan an, tankou 2.9. Twa chif apre pwen an pou pi plis.',
  fixed: 'Montan fiks',
  fixedHint: 'Li ajoute sou chak frè, nan lajan peman yo.',
  minimum: 'Pi piti frè',
  minimumHint: 'Frè yon peman pa janm pi piti pase sa.',
  from: 'Kòmanse (lè Ayiti)',
  fromHint: 'Kite l vid pou l kòmanse nan twa minit. Yon règ ki gen menm kòmansman an ranplase sa ki te la anvan an.',
  start: 'Kòmanse',
  setBy: 'Moun ki fikse l',
  example: 'Frè {money}',
  noFee: 'San frè',
  set: 'Fikse yon règ frè',
  setTitles: { live: 'Fikse yon règ frè pou peman pwodiksyon', test: 'Fikse yon règ frè pou peman tès' },
  setText: 'Peman ki fini deja pa chanje. Yon ranbousman pa remèt frè a.',
  submit: 'Fikse',
  end: 'Retire',
  endTitle: 'Retire yon règ frè',
  endText:
    'Nan twa minit, peman {method} an {currency} ki fini p ap gen frè ankò. Peman ki te fini anvan kenbe pa yo, epi règ la rete nan istorik la.',
  laterRule: 'Gen yon lòt règ pou pita: apati {time}, peman sa yo gen frè ankò.',
  cancel: 'Retounen',
  done: { set: 'Règ frè a fikse.', ended: 'Règ frè a retire. Li fini nan twa minit.' },
};
