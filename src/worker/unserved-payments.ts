import { PAYMENT_METHODS } from '../core/payment.ts';
import type { Database } from '../database/database.ts';
import { countLateChecks } from '../features/payments/store/late-checks.ts';
import { countOpenLivePayments } from '../features/payments/store/live-payments.ts';
import type { Log } from '../platform/log/log.ts';
import type { ProviderRegistry } from '../providers/registry.ts';

/**
 * If this worker lacks the credentials of a method, because they were removed or never configured, payments of that
 * method never change, and money that arrives after a failure is not noticed. Logs this repeatedly as an error. Checks
 * each time, because another node may create such payments later.
 */
export async function warnOfUnserved({
  db,
  log,
  providerFor,
}: {
  db: Database;
  log: Log;
  providerFor: ProviderRegistry;
}): Promise<void> {
  const open = await countOpenLivePayments(db);
  const failed = await countLateChecks(db);
  for (const method of PAYMENT_METHODS) {
    if (providerFor('live', method) || !(open.has(method) || failed.has(method))) continue;
    const waiting = { method, open: open.get(method) ?? 0, failed: failed.get(method) ?? 0 };
    log.error(waiting, 'live payments cannot be verified: this worker has no credentials for their method');
  }
}
