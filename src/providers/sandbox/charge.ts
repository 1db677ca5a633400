import { isFinal, type Payment } from '../../core/payment.ts';
import type { Outcome, Verification } from '../provider.ts';
import { SANDBOX_CARD_TOKENS } from './test-numbers.ts';

/** The result of charging a test card again, which its token determines. */
export function chargeToken(payment: Payment, cardToken: string): Paid | Pick<Verification, 'outcome'> {
  if (cardToken !== SANDBOX_CARD_TOKENS.declines) return paid(payment);
  return { outcome: { status: 'failed', failureReason: 'declined' } };
}

/** A completed payment, with the token of its card if it can be charged again. */
export interface Paid {
  readonly outcome: Extract<Outcome, { readonly status: 'completed' }>;
  readonly cardToken?: string;
}

/** Paid in full. A subscription that starts without a card gets one that always pays. */
export function paid(payment: Payment, cardToken: string = SANDBOX_CARD_TOKENS.pays): Paid {
  const { amountMinor, currency, recurringInterval, status } = payment;
  return {
    outcome: { status: 'completed', paid: { amountMinor, currency } },
    ...(recurringInterval !== null && !isFinal(status) && { cardToken }),
  };
}
