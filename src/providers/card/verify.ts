import type { Payment } from '../../domain/payment.ts';
import type { Log } from '../../lib/log.ts';
import { nextCheck } from '../next-check.ts';
import type { Verification } from '../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import type { AskStripe } from './ask-stripe.ts';
import { cancelIntent, isPayable } from './cancel-intent.ts';
import { findIntent } from './find-intent.ts';
import { verificationOf } from './outcome.ts';

/** What a provider of cards asks with. */
export interface Parts extends Pick<ProviderDeps, 'clock' | 'isCertain'> {
  readonly ask: AskStripe;
}

/** Asks Stripe what has happened to a payment, and lets nobody pay any more what is over here. Throws ProviderUnavailable. */
export async function verify(
  { ask, clock, isCertain = () => true }: Parts,
  payment: Payment,
  log: Log,
): Promise<Verification> {
  const intent = await findIntent(ask, payment, log);
  const isOver = (payment.expiresAtUs <= clock() && isCertain()) || payment.status === 'failed';
  if (!intent) return notFound(payment, clock());
  if (!isOver || !isPayable(intent)) return verificationOf(payment, intent, clock());
  // Nothing may be paid at Stripe for what is over here, and only once nothing can be is it said to be over.
  const cancelled = await cancelIntent(ask, { payment, intent, reason: 'abandoned' }, log);
  return verificationOf(payment, cancelled, clock());
}

/** There never was one, or it is not of the account and mode of these keys: nobody can pay what Stripe does not have. */
function notFound(payment: Payment, nowUs: number): Verification {
  return {
    outcome: payment.expiresAtUs <= nowUs ? { status: 'failed', failureReason: 'expired' } : { status: 'open' },
    response: { provider: 'stripe', status: 'not_found' },
    nextCheckAtUs: nextCheck(payment, nowUs),
  };
}
