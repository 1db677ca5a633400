import { US_PER_MINUTE } from '../../core/durations.ts';
import { isFinal, PAYMENT_METHODS, type Payment, type PaymentMethod } from '../../core/payment.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { nextCheck } from '../../providers/next-check.ts';
import { ProviderUnavailable } from '../../providers/provider.ts';
import { applyVerification } from './apply-verification.ts';
import { reportDiscrepancy } from './discrepancies/report-discrepancy.ts';
import { faultInLog, storableWord } from './provider-fault.ts';
import { type CheckLane, claimDuePayments } from './store/claim-due-payments.ts';
import { updateProviderData } from './store/update-provider-data.ts';
import type { VerifyDeps } from './verify-payment.ts';

interface StillOpenDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether the time is trusted. Defaults to yes. */
  readonly isCertain?: () => boolean;
  /** How long after its expiry a payment may be open before it is reported to the operator. */
  readonly stillOpenHours: number;
}

/** Whether a live payment is open so long after its expiry that its provider may never report its outcome. */
export function isStillOpen(deps: Omit<StillOpenDeps, 'db'>, payment: Payment): boolean {
  const { clock, stillOpenHours, isCertain = () => true } = deps;
  return payment.mode === 'live' && isCertain() && clock() >= payment.expiresAtUs + stillOpenHours * 3_600_000_000;
}

/**
 * Reports a still open payment to the operator with the provider's status, once for each payment: later sightings are
 * counted, with the newest status. The discrepancy stays listed until the operator resolves it, even when the payment
 * becomes final after all.
 */
async function reportStillOpen(deps: StillOpenDeps, payment: Payment, word: string, log: Log): Promise<void> {
  const { id, method } = payment;
  const report = { kind: 'still_open', method, paymentId: id, providerRef: String(id), reported: null } as const;
  await reportDiscrepancy(deps, { ...report, word: storableWord(word) }, log);
}

const BATCH = 100;
/** The lease of a claimed payment: another worker takes over after this. */
const LEASE_US = US_PER_MINUTE;
/** Concurrent calls to one provider: enough for hundreds of responses a second, and few enough for a slow provider. */
const MAX_CALLS = 8;

/** Open payments are checked in separate lanes, so that a provider that hangs delays no other provider's customers. */
export const CHECK_LANES: readonly CheckLane[] = [
  { mode: 'test' },
  ...PAYMENT_METHODS.map((method: PaymentMethod) => ({ mode: 'live' as const, method })),
];

export interface CheckDeps extends VerifyDeps, StillOpenDeps {
  readonly log: Log;
}

/**
 * Verifies a lane's open payments that are due, and settles those that were paid without a notification or have
 * expired. A payment whose provider is unavailable does not change, and is checked again when its lease ends. A payment
 * that is still open long after its expiry is shown to the operator and checked less often.
 */
export async function checkDuePayments(
  deps: CheckDeps,
  lane: CheckLane,
): Promise<{ checked: number; isMoreWaiting: boolean }> {
  const { db, clock } = deps;
  // Few at a time in live mode: all of them are verified well within the lease, even by a slow provider.
  const limit = lane.mode === 'test' ? BATCH : MAX_CALLS;
  const nowUs = clock();
  const leaseUntilUs = nowUs + LEASE_US;
  const due = await claimDuePayments(db, lane, { nowUs, leaseUntilUs, limit });
  await Promise.all(due.map((payment) => checkPayment(deps, payment, leaseUntilUs)));
  return { checked: due.length, isMoreWaiting: due.length === limit };
}

async function checkPayment(deps: CheckDeps, payment: Payment, leaseUntilUs: number): Promise<void> {
  const { log, providerFor } = deps;
  const subject = { transaction_id: String(payment.id) };
  try {
    const provider = providerFor(payment.mode, payment.method);
    if (!provider) throw new Error(`no provider serves ${payment.method} in ${payment.mode} mode`);
    const verification = await provider.verify(payment, log);
    const { status } = await applyVerification(deps, payment, verification, log, { leaseUntilUs });
    if (status !== payment.status) log.info({ ...subject, status }, 'the status of a due payment changed');
    if (!isFinal(status) && isStillOpen(deps, payment)) {
      await reportStillOpen(deps, payment, verification.word ?? 'nothing', log);
    }
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      log.warn({ ...subject, reason: error.message }, `a due payment was not checked: ${faultInLog(error)}`);
      await noteSilence(deps, payment, { word: error.message, leaseUntilUs });
    } else log.error({ ...subject, err: error }, 'a due payment could not be checked; the check will be retried');
  }
}

/**
 * Handles a payment whose provider gives no response. Long after the payment's expiry, it is checked less often than
 * every minute, and reported to the operator.
 */
async function noteSilence(
  deps: CheckDeps,
  payment: Payment,
  { word, leaseUntilUs }: { word: string; leaseUntilUs: number },
): Promise<void> {
  if (!isStillOpen(deps, payment)) return;
  const { db, clock, log } = deps;
  try {
    const news = { checkByUs: nextCheck(payment, clock()), leaseUntilUs };
    await db.transaction((tx) => updateProviderData(tx, payment.id, news));
    await reportStillOpen(deps, payment, word, log);
  } catch (error) {
    log.error(
      { transaction_id: String(payment.id), err: error },
      'a payment without a provider response could not be recorded',
    );
  }
}
