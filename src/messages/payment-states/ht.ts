import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  pending: 'Ap tann kliyan an',
  processing: 'Ap trete',
  completed: 'Peye',
  failed: 'Pa pase',
  late: 'Lajan an rive an reta',
  twice: 'Peye plis pase yon fwa',
  amount_mismatch: 'Montan diferan',
  provider_error: 'Pa konfime',
  insufficient_balance: 'Balans pa sifi',
  declined: 'Yo refize l',
  expired_card: 'Kat la ekspire',
  cancelled: 'Anile',
  expired: 'Tan an fini',
};
