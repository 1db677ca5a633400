import { randomInt } from 'node:crypto';
import { connectProviders } from '../app/connect-providers.ts';
import { chargeMarkFile } from '../app/open-database.ts';
import type { Store } from '../app/open-store.ts';
import type { Config } from '../config.ts';
import { transactionIds } from '../domain/ids.ts';
import { createLog, type Log } from '../lib/log.ts';
import { fixedRate } from '../payments/exchange-rate.ts';
import type { RecurringDeps } from '../payments/recurring/recurring-deps.ts';
import { type RestoreGuard, restoreGuard } from '../payments/recurring/restore-guard.ts';
import { settleWith } from './settle-with.ts';

/** Runs work that charges, or looks into what was charged, with all that it needs; lets go of the providers afterwards. */
export async function withCharging<T>(
  store: Store,
  config: Config,
  work: (deps: RecurringDeps, log: Log) => Promise<T>,
): Promise<T> {
  const { providerFor, close } = await connectProviders(config, store);
  const deps: RecurringDeps = {
    ...store,
    providerFor,
    settle: settleWith(store, config),
    nextId: transactionIds(store.clock, randomInt),
    rates: fixedRate(config.exchangeRate.fixedE4),
    settings: config.recurring,
    restores: guardOf(store, config),
  };
  try {
    return await work(deps, createLog('error', 'stderr'));
  } finally {
    await close();
  }
}

/** What knows whether the store was rolled back. Nothing is logged: commands say what they find. */
export function guardOf({ db, clock }: Store, config: Config): RestoreGuard {
  return restoreGuard({ db, clock, log: createLog('silent'), markFile: chargeMarkFile(config) });
}
