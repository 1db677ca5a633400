import type { Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { nextCheck } from '../next-check.ts';
import type { Verification } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import type { CallStripe } from './call-stripe.ts';
import { cancelIntent, findIntent, isPayable } from './intent-calls.ts';
import { verificationOf } from './outcome.ts';

/** The dependencies of calls to Stripe. */
export interface Parts extends Pick<ProviderDeps, 'clock' | 'isCertain'> {
  readonly ask: CallStripe;
}

/**
 * Queries Stripe for a payment's outcome, and ensures that a payment that has expired or failed here can no longer be paid. Throws
 * ProviderUnavailable.
 */
export async function verify(
  { ask, clock, isCertain = () => true }: Parts,
  payment: Payment,
  log: Log,
): Promise<Verification> {
  const intent = await findIntent(ask, payment, log);
  const isOver = (payment.expiresAtUs <= clock() && isCertain()) || payment.status === 'failed';
  if (!intent) return notFound(payment, clock());
  if (!isOver || !isPayable(intent)) return verificationOf(payment, intent, clock());
  // A payment that has expired or failed here must not be payable at Stripe. Its failure is only reported once it cannot be paid.
  const cancelled = await cancelIntent(ask, { payment, intent, reason: 'abandoned' }, log);
  return verificationOf(payment, cancelled, clock());
}

/**
 * The PaymentIntent never existed, or belongs to another account or mode than these keys. A PaymentIntent that Stripe does not have
 * cannot be paid.
 */
function notFound(payment: Payment, nowUs: number): Verification {
  return {
    outcome: payment.expiresAtUs <= nowUs ? { status: 'failed', failureReason: 'expired' } : { status: 'open' },
    response: { provider: 'stripe', status: 'not_found' },
    nextCheckAtUs: nextCheck(payment, nowUs),
  };
}
