import { US_PER_MINUTE } from '../core/durations.ts';
import { ApiError } from '../core/errors.ts';
import { isFinal, type Payment } from '../core/payment.ts';
import { LATE_CHECKS_END_US } from '../features/payments/late-check-waits.ts';
import { findPayment } from '../features/payments/store/find-payment.ts';
import type { Log } from '../platform/log/log.ts';
import type { Provider } from '../providers/provider.ts';
import type { PagesDeps } from './pages-deps.ts';

/** Once a payment is older than this, the page that leads to the provider may have been opened before, and its form submitted. */
const FIRST_LOOK_US = US_PER_MINUTE;

/**
 * The current state of a payment. If it has expired, or is due for another check, and the worker has not processed it yet, it is settled
 * first, so that a page never takes money for it. If the provider does not respond, nothing changes. A failed payment that may have been
 * paid since is also checked with the provider. Undefined if there is no such payment.
 */
export async function currentPayment(deps: PagesDeps, id: number, log: Log): Promise<Payment | undefined> {
  const payment = await findPayment(deps.db, id);
  if (!payment) return undefined;
  const provider = deps.providerFor(payment.mode, payment.method);
  if (!isDue(payment, provider, deps.clock()) && !mayBePaidLate(payment, provider, deps.clock())) return payment;
  return readAgain(deps, payment, log);
}

/** A payment after a query to its provider, if the rate limit allows one now; a local one after a check of its time. */
export async function readAgain(deps: PagesDeps, payment: Payment, log: Log): Promise<Payment> {
  const isLocal = deps.providerFor(payment.mode, payment.method)?.isLocal;
  return isLocal ? (await deps.verify(payment, log)).payment : queryProvider(deps, payment, log);
}

/** Checks a payment before the page shows its form again, because the customer may have paid in another tab. */
export async function beforeHostedForm(deps: PagesDeps, payment: Payment, log: Log): Promise<Payment> {
  if (isFinal(payment.status) || deps.clock() - payment.createdAtUs < FIRST_LOOK_US) return payment;
  return queryProvider(deps, payment, log);
}

/** Rate limited like verify: reloading a page must not flood the provider. */
export async function queryProvider(
  { verify, verifications }: PagesDeps,
  payment: Payment,
  log: Log,
): Promise<Payment> {
  if ((await verifications.consume(`page:${payment.id}`)) > 0) return payment;
  try {
    return (await verify(payment, log)).payment;
  } catch (error) {
    if (error instanceof ApiError) return payment;
    throw error;
  }
}

/**
 * Whether the provider may still take money for a failed payment. A customer who has just paid must not read that the
 * payment failed.
 */
function mayBePaidLate({ status, finishedAtUs }: Payment, provider: Provider | undefined, nowUs: number): boolean {
  if (status !== 'failed' || !provider || provider.isFailureSure) return false;
  return nowUs - (finishedAtUs ?? 0) < LATE_CHECKS_END_US;
}

function isDue(payment: Payment, provider: Provider | undefined, nowUs: number): boolean {
  if (isFinal(payment.status) || payment.nextCheckAtUs === null) return false;
  // A worker that has just claimed the payment has postponed its next check, but the payment has expired anyway.
  return payment.nextCheckAtUs <= nowUs || (payment.expiresAtUs <= nowUs && !provider?.isSubmitted?.(payment));
}
