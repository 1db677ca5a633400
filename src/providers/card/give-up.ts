import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { ProviderUnavailable, type Verification } from '../provider.ts';
import { cancelIntent, findIntent, isPayable } from './intent-calls.ts';
import { verificationOf } from './outcome.ts';
import type { Parts } from './verify.ts';

/**
 * Cancels a payment at Stripe for its customer, unless it is already paid or processing. Throws ProviderUnavailable.
 */
export async function giveUp({ ask, clock }: Parts, payment: Payment, log: Log): Promise<Verification> {
  const intent = await findIntent(ask, payment, log);
  if (!intent) throw new ProviderUnavailable('stripe has no PaymentIntent of this payment that could be cancelled');
  if (!isPayable(intent)) return verificationOf(payment, intent, clock());
  const cancelled = await cancelIntent(ask, { payment, intent, reason: 'requested_by_customer' }, log);
  return verificationOf(payment, cancelled, clock());
}
