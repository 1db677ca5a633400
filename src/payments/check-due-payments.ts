import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { Database } from '../storage/database.ts';
import { claimDuePayments, scheduleNextCheck } from '../storage/payments.ts';
import type { Settle } from './settle-payment.ts';

const BATCH = 100;
/** How long a claimed payment is left alone: a worker that died with it is replaced after this. */
const LEASE_US = 60_000_000;

/**
 * Asks the providers about open payments that are due, and settles those that came to an end: paid without a word to us,
 * or expired. Returns how many were looked at; when that is a full batch, more may be waiting.
 */
export async function checkDuePayments({
  db,
  clock,
  log,
  providerFor,
  settle,
}: {
  db: Database;
  clock: Clock;
  log: Log;
  providerFor: ProviderRegistry;
  settle: Settle;
}): Promise<{ checked: number; isMoreWaiting: boolean }> {
  const nowUs = clock();
  const due = await claimDuePayments(db, { nowUs, leaseUntilUs: nowUs + LEASE_US, limit: BATCH });
  for (const payment of due) {
    try {
      const provider = providerFor(payment.mode, payment.method);
      if (!provider) throw new Error(`no provider serves ${payment.method} in ${payment.mode} mode`);
      const { outcome, nextCheckAtUs } = await provider.verify(payment);
      if (outcome.status === 'open') {
        await db.transaction((tx) => scheduleNextCheck(tx, payment.id, nextCheckAtUs));
      } else {
        await settle(payment, outcome);
        log.info({ transaction_id: String(payment.id), status: outcome.status }, 'a due payment was settled');
      }
    } catch (error) {
      log.error(
        { transaction_id: String(payment.id), err: error },
        'a due payment could not be checked; it is tried again',
      );
    }
  }
  return { checked: due.length, isMoreWaiting: due.length === BATCH };
}
