import { PAYMENT_METHODS } from '../domain/payment.ts';
import type { Log } from '../lib/log.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { Database } from '../storage/database.ts';
import { countOpenLivePayments } from '../storage/payments/count-open-live-payments.ts';
import { countLateChecks } from '../storage/payments/late-checks.ts';

/**
 * Without credentials, taken away or never given to this worker, payments of a method stay as they are for ever, and money that
 * comes after a failure is not seen: that is said, loudly, and again. Another node may have made them meanwhile.
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
    log.error(waiting, 'live payments cannot be asked about: this worker has no credentials of their method');
  }
}
