import type { PaymentMethod } from '../../core/payment.ts';
import type { Log } from '../../platform/log/log.ts';
import { ProviderUnavailable } from '../../providers/provider.ts';
import { applyVerification } from './apply-verification.ts';
import { LATE_CHECK_WAITS_US, MOST_LATE_CHECKS } from './late-check-waits.ts';
import { faultInLog } from './provider-fault.ts';
import { claimLateChecks, finishLateCheck, type LateCheck } from './store/late-checks.ts';
import type { VerifyDeps } from './verify-payment.ts';

const BATCH = 8;
const LEASE_US = 300_000_000;

/**
 * Verifies a method's live payments that failed a while ago. Money that arrived after the failure becomes a
 * discrepancy.
 */
export async function checkLatePayments(
  deps: VerifyDeps & { log: Log },
  method: PaymentMethod,
): Promise<{ isMoreWaiting: boolean }> {
  const nowUs = deps.clock();
  const due = await claimLateChecks(deps.db, method, { nowUs, leaseUntilUs: nowUs + LEASE_US, limit: BATCH });
  await Promise.all(due.map((check) => checkLatePayment(deps, check)));
  return { isMoreWaiting: due.length === BATCH };
}

async function checkLatePayment(deps: VerifyDeps & { log: Log }, { payment, checks }: LateCheck): Promise<void> {
  const { db, clock, log, providerFor } = deps;
  const subject = { transaction_id: String(payment.id) };
  try {
    const provider = providerFor(payment.mode, payment.method);
    if (!provider) throw new Error(`no provider serves ${payment.method} in ${payment.mode} mode`);
    const verification = await provider.verify(payment, log);
    await applyVerification(deps, payment, verification, log);
    const waitUs = waitAfter(checks + 1, verification.outcome.status === 'open');
    const next = waitUs === undefined ? null : clock() + waitUs;
    await db.transaction((tx) => finishLateCheck(tx, payment.id, next));
  } catch (error) {
    if (error instanceof ProviderUnavailable)
      log.warn({ ...subject, reason: error.message }, `a failed payment was not checked: ${faultInLog(error)}`);
    else log.error({ ...subject, err: error }, 'a failed payment could not be checked; the check will be retried');
  }
}

/**
 * Time until the next check, after this many checks; undefined after the last. A provider's records may lag: money that
 * has arrived may not be in them yet.
 */
function waitAfter(checks: number, isUncertain: boolean): number | undefined {
  if (isUncertain && checks < MOST_LATE_CHECKS) return LATE_CHECK_WAITS_US[checks] ?? LATE_CHECK_WAITS_US.at(-1);
  return LATE_CHECK_WAITS_US[checks];
}
