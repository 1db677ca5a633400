import { amountNumber } from '../../core/money.ts';
import type { Payment } from '../../core/payment.ts';
import { nextCheck } from '../next-check.ts';
import type { Outcome, Verification } from '../provider.ts';
import type { Intent } from './intent.ts';
import { dataWithSecret, paidMoney, readCardData } from './provider-data.ts';
import { disputesOf, returnsOf, undoneIn } from './returns.ts';

/** The verification of a payment by its PaymentIntent. */
export function verificationOf(payment: Payment, intent: Intent, nowUs: number): Verification {
  return {
    outcome: outcomeOf(intent, payment),
    word: intent.disputes.some(({ state }) => state === 'opened') ? 'disputed' : intent.status,
    response: responseOf(intent),
    nextCheckAtUs: nextCheck(payment, nowUs),
    providerRef: intent.id,
    // The PaymentIntent's id is not stored yet: the response with it was lost, or is still on its way.
    ...(payment.providerRef === null && { providerData: dataWithSecret(payment, intent.clientSecret) }),
  };
}

/** The outcome of a PaymentIntent's status. A declined attempt is not final: Stripe then waits for another card. */
function outcomeOf(intent: Intent, payment: Payment): Outcome {
  const returns = returnsOf(intent, payment);
  switch (intent.status) {
    case 'succeeded':
      return {
        status: 'completed',
        paid: paidMoney(intent, payment, readCardData(payment).converted),
        ...(returns && { returns }),
        ...undoneIn(intent),
        ...(intent.disputes.length > 0 && { disputes: disputesOf(intent, payment) }),
      };
    case 'canceled': {
      const isRequested = intent.cancellationReason === 'requested_by_customer';
      return { status: 'failed', failureReason: isRequested ? 'cancelled' : 'expired' };
    }
    case 'processing':
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'open', isSubmitted: true };
    default:
      return { status: 'open' };
  }
}

/** Without the client secret, and without anything about the customer or the card. */
function responseOf(intent: Intent): Record<string, unknown> {
  return {
    provider: 'stripe',
    payment_intent: intent.id,
    status: intent.status,
    amount: amountNumber(intent.amountMinor),
    amount_received: amountNumber(intent.receivedMinor),
    currency: intent.currency,
    livemode: intent.isLivemode,
    ...(intent.charge &&
      intent.charge.refundedMinor > 0 && { amount_refunded: amountNumber(intent.charge.refundedMinor) }),
    ...(intent.charge?.isDisputed && { disputed: true }),
    ...(intent.declineCode !== null && { last_decline_code: intent.declineCode }),
    ...(intent.cancellationReason !== null && { cancellation_reason: intent.cancellationReason }),
  };
}
