import type { Payment } from '../../domain/payment.ts';
import type { Outcome } from '../provider.ts';
import { paidMoney } from './conversion.ts';
import type { Intent } from './intent.ts';
import { readCardData } from './provider-data.ts';

/** What a PaymentIntent's status means. A declined attempt is not the end: Stripe waits for another card then. */
export function outcomeOf(intent: Intent, payment: Payment): Outcome {
  switch (intent.status) {
    case 'succeeded':
      return { status: 'completed', paid: paidMoney(intent, payment, readCardData(payment).converted) };
    case 'canceled': {
      const isWish = intent.cancellationReason === 'requested_by_customer';
      return { status: 'failed', failureReason: isWish ? 'cancelled' : 'expired' };
    }
    case 'processing':
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'open', isSubmitted: true };
    default:
      return { status: 'open' };
  }
}
