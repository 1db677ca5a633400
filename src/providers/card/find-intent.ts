import { US_PER_MINUTE } from '../../core/durations.ts';
import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { ProviderUnavailable } from '../provider.ts';
import { type CallStripe, StripeRefusal } from './call-stripe.ts';
import type { Intent } from './intent.ts';
import { listIntents } from './list-intents.ts';
import { retrieveIntent } from './retrieve-intent.ts';

/** The search starts before the payment's creation and ends after it, because Stripe's clock differs from ours. */
const BEFORE_US = 15 * US_PER_MINUTE;
const AFTER_US = 30 * US_PER_MINUTE;

/**
 * The PaymentIntent of a payment. If its id is unknown because the response was lost, the PaymentIntents of that time are searched for
 * the one with the transaction id in its metadata. Undefined when Stripe has none. Throws ProviderUnavailable.
 */
export async function findIntent(ask: CallStripe, payment: Payment, log: Log): Promise<Intent | undefined> {
  const { id: transactionId, providerRef, createdAtUs } = payment;
  if (providerRef !== null) return findById(ask, { transactionId, providerRef }, log);
  const range = { fromUs: createdAtUs - BEFORE_US, toUs: createdAtUs + AFTER_US };
  for await (const intent of listIntents(ask, range, log, transactionId)) {
    if (intent.transactionId !== transactionId) continue;
    // A list contains no charges: another call finds whether the money is still there.
    return intent.status === 'succeeded' ? findById(ask, { transactionId, providerRef: intent.id }, log) : intent;
  }
  return undefined;
}

/** "No such PaymentIntent" is a definite result: the PaymentIntent was created with keys of another account, or of the other mode. */
async function findById(
  ask: CallStripe,
  { transactionId, providerRef }: { transactionId: number; providerRef: string },
  log: Log,
): Promise<Intent | undefined> {
  try {
    const intent = await retrieveIntent(ask, { transactionId, intentId: providerRef }, log);
    if (intent.id !== providerRef)
      throw new ProviderUnavailable('stripe returned another PaymentIntent than the requested one');
    return intent;
  } catch (error) {
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return undefined;
    throw error;
  }
}
