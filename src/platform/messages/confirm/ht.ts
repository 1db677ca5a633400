import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  typeName: 'Tape non sit la pou konfime',
  keep: 'Retounen',
  liveKeys:
    '{count, plural, =0 {Sit sa a pa gen okenn kle pwodiksyon aktif.} other {# kle pwodiksyon aktif ap refize apati lè sa a.}}',
  testKeys:
    '{count, plural, =0 {Sit sa a pa gen okenn kle tès aktif.} other {# kle tès aktif ap refize apati lè sa a.}}',
  paidToday:
    '{count, plural, =0 {Pa gen okenn peman pwodiksyon ki peye jodi a.} other {# peman pwodiksyon peye jodi a.}}',
  webhooks: '{count, plural, =0 {Pa gen okenn webhook k ap tann.} other {N ap toujou voye # webhook k ap tann.}}',
  webhooksMore: 'N ap toujou voye plis pase {count, number} webhook k ap tann.',
  websiteTitle: 'Dezaktive sit sa a?',
  websiteText:
    'Nan 10 segonn, okenn kliyan pa ka kòmanse ni konfime yon peman sou sit sa a ankò, menm ak yon lyen peman. Nou p ap pran lajan pou abònman yo ankò. Peman kliyan yo te konfime deja ap jwenn rezilta yo.',
  keyTitle: 'Dezaktive kle pwodiksyon sa a?',
  keyText:
    'Nan 10 segonn pou pi plis, n ap refize tout demann ki fèt ak kle sa a. Peman ki egziste deja yo ap kontinye.',
  keyUsed: 'Dènye fwa li sèvi: {time}.',
  keyUnused: 'Li pa janm sèvi.',
  approveTitle: 'Apwouve kat an pwodiksyon?',
  approveText: 'Nan 10 segonn pou pi plis, kliyan yo ap ka peye sit sa a ak kat. Lajan an ap soti sou kat yo tout bon.',
  approveRisk: 'Si yon kliyan konteste yon debi, se mèt kont founisè peman kat la ki pèdi lajan an.',
  approveNote: 'Rezon',
  approveNoteHint: 'Sa ou verifye sou boutik sa a. Li rete nan jounal odit la.',
  withdrawTitle: 'Retire apwobasyon kat an pwodiksyon?',
  withdrawText:
    'Nan 10 segonn pou pi plis, sit sa a p ap aksepte okenn nouvo peman pwodiksyon ak kat. Lòt mwayen peman li yo ap kontinye.',
  cardToday:
    '{count, plural, =0 {Pa gen okenn peman pwodiksyon ak kat ki peye jodi a.} other {# peman pwodiksyon ak kat peye jodi a.}}',
  methodsText: 'Sit sa a an pwodiksyon. Kliyan yo p ap ka peye ak {methods} ankò.',
  methodsToday:
    '{count, plural, =0 {Okenn nan peman pwodiksyon jodi a yo pa t peye konsa.} other {# nan peman pwodiksyon jodi a yo peye konsa.}}',
  undo: 'Anile chanjman an',
  undoUntil: 'Ou ka anile dènye chanjman ou jiska {time}.',
  undone: 'Chanjman an anile. Sa ap aplike nan 10 segonn.',
};
