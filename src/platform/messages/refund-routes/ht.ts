import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  live: {
    provider: 'founisè a fè l',
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
