import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { type CallStripe, StripeRefusal } from './call-stripe.ts';
import { type Intent, readIntent } from './intent.ts';
import { retrieveIntent } from './retrieve-intent.ts';

/** True when a customer could still pay the PaymentIntent, or when we do not know its status. `processing` cannot be stopped. */
export function isPayable({ status }: Intent): boolean {
  return !['succeeded', 'canceled', 'processing'].includes(status);
}

/**
 * Cancels a PaymentIntent, so that it can never be paid, and returns its new state. If it was paid at that very moment,
 * Stripe refuses, and the returned state shows the payment. Throws ProviderUnavailable.
 */
export async function cancelIntent(
  ask: CallStripe,
  { payment, intent, reason }: { payment: Payment; intent: Intent; reason: 'abandoned' | 'requested_by_customer' },
  log: Log,
): Promise<Intent> {
  const about = { transactionId: payment.id };
  try {
    const call = { operation: 'paymentIntents.cancel', ...about };
    return readIntent(
      await ask(log, call, (stripe) => stripe.paymentIntents.cancel(intent.id, { cancellation_reason: reason })),
    );
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return retrieveIntent(ask, { ...about, intentId: intent.id }, log);
  }
}
