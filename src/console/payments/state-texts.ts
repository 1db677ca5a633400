import type { DiscrepancyKind } from '../../domain/discrepancy.ts';
import type { FailureReason, Payment, PaymentStatus } from '../../domain/payment.ts';
import type { Language } from '../../messages/language.ts';
import { badge } from '../views/badge.ts';

/** How a payment stands, for those who work with it: a status, why it failed, or what came of its money in spite of its status. */
type State = Exclude<PaymentStatus, 'failed'> | FailureReason | 'late' | 'twice';

type Tone = Parameters<typeof badge>[0];

/** As the payment's own page has them: amber where money may have moved, grey for what the customer or the clock has ended. */
const TONES: Readonly<Record<State, Tone>> = {
  pending: 'calm',
  processing: 'calm',
  completed: 'good',
  late: 'care',
  twice: 'care',
  amount_mismatch: 'care',
  provider_error: 'care',
  insufficient_balance: 'bad',
  declined: 'bad',
  expired_card: 'bad',
  cancelled: 'calm',
  expired: 'calm',
};

/** What a state is called. */
export const STATE_TEXTS: Readonly<Record<Language, Readonly<Record<State | 'failed', string>>>> = {
  en: {
    pending: 'Awaiting the customer',
    processing: 'Processing',
    completed: 'Paid',
    failed: 'Failed',
    late: 'Money came late',
    twice: 'Paid more than once',
    amount_mismatch: 'Wrong amount',
    provider_error: 'Not confirmed',
    insufficient_balance: 'Insufficient balance',
    declined: 'Declined',
    expired_card: 'Expired card',
    cancelled: 'Cancelled',
    expired: 'Expired',
  },
  fr: {
    pending: 'En attente du client',
    processing: 'En cours',
    completed: 'Payé',
    failed: 'Échoué',
    late: 'Argent arrivé en retard',
    twice: 'Payé plus d’une fois',
    amount_mismatch: 'Montant différent',
    provider_error: 'Non confirmé',
    insufficient_balance: 'Solde insuffisant',
    declined: 'Refusé',
    expired_card: 'Carte expirée',
    cancelled: 'Annulé',
    expired: 'Délai dépassé',
  },
  ht: {
    pending: 'N ap tann kliyan an',
    processing: 'Ap trete',
    completed: 'Peye',
    failed: 'Pa pase',
    late: 'Lajan an rive an reta',
    twice: 'Peye plis pase yon fwa',
    amount_mismatch: 'Montan an pa koresponn',
    provider_error: 'Pa konfime',
    insufficient_balance: 'Balans pa sifi',
    declined: 'Yo refize l',
    expired_card: 'Kat la ekspire',
    cancelled: 'Anile',
    expired: 'Tan an fini',
  },
};

/** How a payment stands. Money that came after all is told first: nobody may believe that it did not. */
function stateOf(
  { status, failureReason }: Pick<Payment, 'status' | 'failureReason'>,
  kinds: readonly DiscrepancyKind[],
): State {
  if (status === 'completed' && kinds.includes('paid_twice')) return 'twice';
  if (status !== 'failed') return status;
  return kinds.includes('paid_after_failure') ? 'late' : (failureReason ?? 'provider_error');
}

/** A payment's state in a word. */
export function stateBadge(
  payment: Pick<Payment, 'status' | 'failureReason'>,
  kinds: readonly DiscrepancyKind[],
  language: Language,
): string {
  const state = stateOf(payment, kinds);
  return badge(TONES[state], STATE_TEXTS[language][state]);
}
