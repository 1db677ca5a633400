import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  pending: 'Ap tann kliyan an',
  processing: 'Ap trete',
  completed: 'Peye',
  failed: 'Echwe',
  late: 'Peye an reta',
  twice: 'Peye plis pase yon fwa',
  amount_mismatch: 'Montan diferan',
  provider_error: 'Pa konfime',
  insufficient_balance: 'Balans pa sifi',
  declined: 'Refize',
  expired_card: 'Kat la ekspire',
  cancelled: 'Anile',
  expired: 'Ekspire',
};
