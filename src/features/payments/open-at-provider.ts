import { ApiError } from '../../core/errors.ts';
import type { Payment } from '../../core/payment.ts';
import { type Database, DatabaseUnavailable } from '../../database/database.ts';
import { ProgramIncomplete } from '../../platform/files/missing-files.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Creation, type Opening, type Provider, ProviderRefused } from '../../providers/provider.ts';
import { providerFault } from './provider-fault.ts';
import type { Settle } from './settle-payment.ts';
import { updateProviderData } from './store/update-provider-data.ts';

/**
 * Creates a stored payment at the provider, once and never again, and stores the response. If this process dies in
 * between, the payment stays open and is checked until it expires.
 *
 * Throws ApiError `payment_processing_failed` when the provider refuses, and `internal_error` when it gives no usable
 * response; then the payment is stored as failed. No client received an address at which it can be paid. Later checks
 * find money that still arrives. Also throws `internal_error` when the store becomes unavailable in the meantime.
 * Contract: VERIFY-8.
 */
export async function openAtProvider(
  { db, settle }: { db: Database; settle: Settle },
  create: NonNullable<Provider['create']>,
  payment: Payment,
  log: Log,
): Promise<Opening['fields']> {
  let creation: Creation;
  try {
    creation = await create(payment, log);
  } catch (error) {
    if (error instanceof ProgramIncomplete) throw unsent(payment, error);
    throw await asUncertain(failedCreation(settle, payment, error, log));
  }
  await asUncertain(db.transaction((tx) => updateProviderData(tx, payment.id, creation)));
  return creation.fields;
}

/**
 * Throws `internal_error` in place of DatabaseUnavailable. A store that is unavailable at this point reports that
 * nothing was written. But the payment is already stored, and its provider was called.
 */
async function asUncertain<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    const uncertain = new ApiError('internal_error');
    uncertain.cause = error;
    throw uncertain;
  }
}

/**
 * The gateway's own fault, not the provider's. The payment is stored and cannot be paid: it stays open until it
 * expires.
 */
function unsent(payment: Payment, cause: ProgramIncomplete): ApiError {
  const error = new ApiError('internal_error', {
    message: `The gateway could not send payment ${payment.id} to its provider. It will expire; the customer was not charged.`,
  });
  error.cause = cause;
  return error;
}

async function failedCreation(settle: Settle, payment: Payment, error: unknown, log: Log): Promise<ApiError> {
  const isRefused = error instanceof ProviderRefused;
  const subject = { transaction_id: String(payment.id), method: payment.method };
  log.warn(
    { ...subject, reason: (error as Error).message },
    isRefused ? 'the provider refused' : 'the provider could not create the payment',
  );
  await settle(payment, { status: 'failed', failureReason: isRefused ? error.failureReason : 'provider_error' });
  if (isRefused) return new ApiError('payment_processing_failed', { message: error.publicMessage });
  const unanswered = new ApiError('internal_error', {
    message: `${providerFault(error)} Payment ${payment.id} was stored as failed; the customer was not charged.`,
  });
  unanswered.cause = error;
  return unanswered;
}
