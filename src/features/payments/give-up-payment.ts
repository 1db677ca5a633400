import { isFinal, type Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { ProviderUnavailable } from '../../providers/provider.ts';
import { applyVerification } from './apply-verification.ts';
import type { VerifyDeps } from './verify-payment.ts';

/** `giveUpPayment` with its dependencies bound. */
export type GiveUp = (payment: Payment, log: Log) => Promise<Payment | undefined>;

/**
 * Cancels a live payment for its customer: the payment fails as cancelled once its provider has ensured that the
 * payment can no longer be paid. If it was already paid, it completes. Returns the updated payment; undefined, with
 * nothing changed, when the provider is unavailable or cannot cancel.
 */
export async function giveUpPayment(deps: VerifyDeps, payment: Payment, log: Log): Promise<Payment | undefined> {
  if (isFinal(payment.status)) return payment;
  try {
    const verification = await deps.providerFor(payment.mode, payment.method)?.giveUp?.(payment, log);
    return verification && (await applyVerification(deps, payment, verification, log));
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn({ transaction_id: String(payment.id), reason: error.message }, 'a payment could not be cancelled');
    return undefined;
  }
}
