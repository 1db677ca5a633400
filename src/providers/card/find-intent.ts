import type { Payment } from '../../domain/payment.ts';
import { US_PER_MINUTE } from '../../lib/durations.ts';
import type { Log } from '../../lib/log.ts';
import { ProviderUnavailable } from '../provider.ts';
import { type AskStripe, StripeRefusal } from './ask-stripe.ts';
import type { Intent } from './intent.ts';
import { listIntents } from './list-intents.ts';
import { retrieveIntent } from './retrieve-intent.ts';

/** Around the moment of creation, by a clock that is not ours. */
const BEFORE_US = 15 * US_PER_MINUTE;
const AFTER_US = 30 * US_PER_MINUTE;

/**
 * The PaymentIntent of a payment. Without its number, because the response that held it was lost, it is looked for among
 * those of its time by the transaction id that it carries. Undefined when Stripe has none. Throws ProviderUnavailable.
 */
export async function findIntent(ask: AskStripe, payment: Payment, log: Log): Promise<Intent | undefined> {
  const { id: transactionId, providerRef, createdAtUs } = payment;
  if (providerRef !== null) return findById(ask, { transactionId, providerRef }, log);
  const range = { fromUs: createdAtUs - BEFORE_US, toUs: createdAtUs + AFTER_US };
  for await (const intent of listIntents(ask, range, log, transactionId)) {
    if (intent.transactionId !== transactionId) continue;
    // A list shows no charges: whether the money is still there is another call.
    return intent.status === 'succeeded' ? findById(ask, { transactionId, providerRef: intent.id }, log) : intent;
  }
  return undefined;
}

/** That Stripe has no such PaymentIntent is a definite result: it was made with keys of another account, or of the other mode. */
async function findById(
  ask: AskStripe,
  { transactionId, providerRef }: { transactionId: number; providerRef: string },
  log: Log,
): Promise<Intent | undefined> {
  try {
    const intent = await retrieveIntent(ask, { transactionId, intentId: providerRef }, log);
    if (intent.id !== providerRef)
      throw new ProviderUnavailable('stripe answered with another PaymentIntent than asked about');
    return intent;
  } catch (error) {
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return undefined;
    throw error;
  }
}
