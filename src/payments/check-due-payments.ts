import { PAYMENT_METHODS, type Payment, type PaymentMethod } from '../domain/payment.ts';
import type { Log } from '../lib/log.ts';
import { ProviderSilent } from '../providers/provider.ts';
import { type CheckLane, claimDuePayments } from '../storage/payments.ts';
import { applyVerification } from './apply-verification.ts';
import type { VerifyDeps } from './verify-payment.ts';

const BATCH = 100;
/** How long a claimed payment is left alone: a worker that died with it is replaced after this. */
const LEASE_US = 60_000_000;
/** Calls to one provider at a time: enough for hundreds of answers a second, and no flood for a provider that is slow. */
const MAX_CALLS = 8;

/** Open payments are looked at in lanes of their own, so that a provider that hangs keeps no other's customers waiting. */
export const CHECK_LANES: readonly CheckLane[] = [
  { mode: 'test' },
  ...PAYMENT_METHODS.map((method: PaymentMethod) => ({ mode: 'live' as const, method })),
];

/**
 * Asks a lane's providers about open payments that are due, and settles those that came to an end: paid without a word to us,
 * or expired. Of a payment whose provider gave no answer nothing changes, and it is asked about again when its lease is over.
 */
export async function checkDuePayments(
  deps: VerifyDeps & { log: Log },
  lane: CheckLane,
): Promise<{ checked: number; isMoreWaiting: boolean }> {
  const { db, clock } = deps;
  // Few at a time in live mode: all of them are asked about well within the lease, even by a provider that answers slowly.
  const limit = lane.mode === 'test' ? BATCH : MAX_CALLS;
  const nowUs = clock();
  const due = await claimDuePayments(db, lane, { nowUs, leaseUntilUs: nowUs + LEASE_US, limit });
  await Promise.all(due.map((payment) => checkPayment(deps, payment)));
  return { checked: due.length, isMoreWaiting: due.length === limit };
}

async function checkPayment(deps: VerifyDeps & { log: Log }, payment: Payment): Promise<void> {
  const { log, providerFor } = deps;
  const subject = { transaction_id: String(payment.id) };
  try {
    const provider = providerFor(payment.mode, payment.method);
    if (!provider) throw new Error(`no provider serves ${payment.method} in ${payment.mode} mode`);
    const { status } = await applyVerification(deps, payment, await provider.verify(payment, log), log);
    if (status !== payment.status) log.info({ ...subject, status }, 'a due payment moved on');
  } catch (error) {
    if (error instanceof ProviderSilent) log.warn({ ...subject, reason: error.message }, 'a provider gave no answer');
    else log.error({ ...subject, err: error }, 'a due payment could not be checked; it is tried again');
  }
}
