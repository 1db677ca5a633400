import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  title: 'Rezilta rechèch la',
  empty: 'Tape yon nimewo tranzaksyon, yon referans, yon nimewo telefòn, yon adrès imel oswa yon non.',
  none: 'Pa gen anyen pou «\u00a0{text}\u00a0».',
  inMode: { live: 'Chèche nan peman pwodiksyon yo', test: 'Chèche nan peman tès yo' },
  customers: 'Kliyan',
  websites: 'Sit yo',
  links: 'Lyen peman',
  payments: 'Peman',
  allPayments: 'Montre tout nan lis peman yo',
  customer: 'Kliyan',
  customerText: {
    phone: 'Tout peman ki gen nimewo telefòn sa a, pami sa ou gen dwa wè.',
    email: 'Tout peman ki gen adrès imel sa a, pami sa ou gen dwa wè.',
  },
  allOf: 'Tout peman kliyan sa a',
  by: { phone: 'Telefòn', email: 'Imel' },
  paid: 'Total peye',
  returned: 'Remèt bay kliyan an',
  returnedText: '{sums} ({count, plural, other {# peman}})',
  counts: '{all} ({paid} peye)',
  newestOnly: 'Se dènye peman yo sèlman ki konte.',
  success: 'To siksè',
  successText: '{percent}\u00a0% ({paid} sou {final} peman ki fini)',
  first: 'Premye peman',
  last: 'Dènye peman',
};
