import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  columns: {
    method: 'Mwayen',
    live: 'Kijan ranbousman pwodiksyon yo peye',
    parts: 'Montan ranbousman otomatik yo',
    settings: 'Reglaj',
    test: 'Ranbousman tès',
  },
  simulated: 'simile',
  live: {
    provider: 'founisè peman an fè l',
    transfer: 'ak yon transfè ki soti nan kont prefinanse operatè a',
    hand: 'alamen',
  },
  parts: {
    any: 'antye oswa an pati',
    unless_converted: 'antye oswa an pati; antye sèlman si montan an te konvèti',
    none: 'antye sèlman',
  },
  otherwiseByHand: 'sinon alamen',
};
