import type { FailureReason } from '../../core/payment.ts';
import { ProviderRefused } from '../provider.ts';
import type { StripeRefusal } from './call-stripe.ts';

/** Our own sentences: Stripe's are for developers. */
const PUBLIC_MESSAGES: Readonly<Record<string, string>> = {
  amount_too_small: 'The amount is smaller than the least that a card can be charged.',
  amount_too_large: 'The amount is larger than the most that a card can be charged.',
};
const REASONS: Readonly<Record<string, FailureReason>> = {
  insufficient_funds: 'insufficient_balance',
  expired_card: 'expired_card',
};

/** The refusal of a payment's creation that follows from a refusal of Stripe. */
export function refusalOf({ code, declineCode, message }: StripeRefusal): ProviderRefused {
  const publicMessage = PUBLIC_MESSAGES[code ?? ''] ?? 'The card service did not accept this payment.';
  return new ProviderRefused(publicMessage, REASONS[declineCode ?? code ?? ''] ?? 'declined', message);
}
