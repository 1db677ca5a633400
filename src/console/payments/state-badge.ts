import type { FailureReason, Payment, PaymentStatus } from '../../core/payment.ts';
import type { DiscrepancyKind } from '../../features/payments/discrepancies/discrepancy.ts';
import type { Html } from '../../platform/html/html.ts';
import type { Language } from '../../platform/messages/language.ts';
import { STATE_TEXTS } from '../../platform/messages/payment-states/payment-states-messages.ts';
import { badge } from '../views/badge.ts';

/** A payment's state for console users: its status, why it failed, or what happened to its money despite its status. */
type State = Exclude<PaymentStatus, 'failed'> | FailureReason | 'late' | 'twice';

type Tone = Parameters<typeof badge>[0];

/** The tones of the payment's own page: amber if money may have moved, grey if the customer or the clock ended it. */
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

/** A payment's state. Money that arrived late comes first, so that no one believes it did not arrive. */
function stateOf(
  { status, failureReason }: Pick<Payment, 'status' | 'failureReason'>,
  kinds: readonly DiscrepancyKind[],
): State {
  if (status === 'completed' && kinds.includes('paid_twice')) return 'twice';
  if (status !== 'failed') return status;
  return kinds.includes('paid_after_failure') ? 'late' : (failureReason ?? 'provider_error');
}

/** A payment's state as a badge. */
export function stateBadge(
  payment: Pick<Payment, 'status' | 'failureReason'>,
  kinds: readonly DiscrepancyKind[],
  language: Language,
): Html {
  const state = stateOf(payment, kinds);
  return badge(TONES[state], STATE_TEXTS[language][state]);
}
