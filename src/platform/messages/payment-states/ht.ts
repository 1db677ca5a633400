import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  states: {
    pending: 'Ap tann nimewo kat la',
    processing: 'Ap fèt',
    not_opened: 'Poko louvri',
    unfinished: 'Poko fini',
    waiting_customer: 'Ap tann kliyan an',
    waiting_moncash: 'Ap tann MonCash',
    waiting_natcash: 'Ap tann NatCash',
    waiting_card: 'Ap tann bank kat la',
    completed: 'Peye',
    failed: 'Echwe',
    late: 'Echwe, peye apre',
    late_returned: 'Echwe, peye apre, lajan an remèt',
    twice: 'Peye plis pase yon fwa',
    returned: 'Peye, lajan an remèt',
    amount_mismatch: 'Echwe (montan diferan)',
    provider_error: 'Echwe (erè founisè peman an)',
    insufficient_balance: 'Echwe (balans pa sifi)',
    declined: 'Echwe (refize)',
    expired_card: 'Echwe (kat la ekspire)',
    cancelled: 'Anile',
    expired: 'Ekspire',
  },
  reasons: {
    insufficient_balance: 'Balans pa sifi',
    declined: 'Refize',
    cancelled: 'Anile',
    expired: 'Ekspire',
    expired_card: 'Kat la ekspire',
    provider_error: 'Erè founisè peman an',
    amount_mismatch: 'Montan diferan',
  },
};
