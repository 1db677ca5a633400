import type { DiscrepancyKind } from '../../domain/discrepancy.ts';
import type { FailureReason, Payment, PaymentStatus } from '../../domain/payment.ts';
import type { Html } from '../../lib/html.ts';
import type { Language } from '../../messages/language.ts';
import { STATE_TEXTS } from '../../messages/payment-states/payment-states-messages.ts';
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
): Html {
  const state = stateOf(payment, kinds);
  return badge(TONES[state], STATE_TEXTS[language][state]);
}
