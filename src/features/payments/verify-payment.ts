import type { Actor } from '../../core/actor.ts';
import { ApiError } from '../../core/errors.ts';
import { isFinal, type Payment } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { ProviderUnavailable } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { recordChange } from '../audit/store/record-change.ts';
import { type ApplyDeps, applyVerification } from './apply-verification.ts';
import { faultInLog, providerFault } from './provider-fault.ts';
import { requirePayment } from './require-payment.ts';

export interface VerifiedPayment {
  readonly payment: Payment;
  readonly verifiedAtUs: number;
  readonly providerResponse: Readonly<Record<string, unknown>>;
}

export interface VerifyDeps extends ApplyDeps {
  readonly providerFor: ProviderRegistry;
}

/** `verifyPayment` with its dependencies bound. */
export type Verify = (payment: Payment, log: Log) => Promise<VerifiedPayment>;

/**
 * Queries the provider for a payment's outcome, and moves the payment accordingly. A final payment never changes,
 * whatever the provider reports; money for a failed one becomes a discrepancy. Contract: VERIFY-1.
 *
 * Throws ApiError `internal_error`, with nothing changed, when the provider gives no usable response.
 */
export async function verifyPayment(deps: VerifyDeps, payment: Payment, log: Log): Promise<VerifiedPayment> {
  const provider = deps.providerFor(payment.mode, payment.method);
  if (!provider) {
    log.error({ transaction_id: String(payment.id), method: payment.method }, 'no provider is set up for this payment');
    throw unanswered(payment);
  }
  try {
    const verification = await provider.verify(payment, log);
    const current = await applyVerification(deps, payment, verification, log);
    return { payment: current, verifiedAtUs: deps.clock(), providerResponse: verification.response };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn(
      { transaction_id: String(payment.id), reason: error.message },
      `a payment was not verified: ${faultInLog(error)}`,
    );
    throw unanswered(payment, error);
  }
}

function unanswered(payment: Payment, cause?: unknown): ApiError {
  const rest = isFinal(payment.status) ? '' : ' The payment is still open and will be checked again automatically.';
  const error = new ApiError('internal_error', {
    message: `${providerFault(cause)} Nothing was changed; try again later.${rest}`,
  });
  error.cause = cause;
  return error;
}

/**
 * Queries the provider for a payment's outcome on a user's request, as `verifyPayment` does. The user's request is
 * recorded before the provider is queried, so it is on record whatever the result. Throws OperatorError when the
 * transaction id is unknown, and any error of `verifyPayment`.
 */
export async function verifyByHand(
  deps: VerifyDeps & { readonly actor: Actor },
  id: string,
  log: Log,
): Promise<VerifiedPayment> {
  const payment = await requirePayment(deps.db, id);
  const { websiteId, status } = payment;
  await deps.db.transaction((tx) =>
    recordChange(tx, deps, {
      action: 'payment.verify',
      subject: { kind: 'payment', id },
      websiteId,
      before: { status },
    }),
  );
  return verifyPayment(deps, payment, log);
}
