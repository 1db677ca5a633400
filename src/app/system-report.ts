import type { Config } from '../config.ts';
import { US_PER_DAY } from '../core/durations.ts';
import { PAYMENT_METHODS } from '../core/payment.ts';
import { readSchemaState } from '../database/schema/schema-state.ts';
import { storeSize } from '../database/store-size.ts';
import type { Finding } from '../features/operations/finding.ts';
import type { SystemReport } from '../features/operations/system-report.ts';
import { countLateChecks } from '../features/payments/store/late-checks.ts';
import { countOpenLivePayments } from '../features/payments/store/live-payments.ts';
import { countReceipts } from '../features/receipts/store/receipts.ts';
import { websitesWithDueDeliveries } from '../features/webhooks/store/due-websites.ts';
import type { RateLimits } from '../platform/limits/rate-limits.ts';
import { VERSION } from '../platform/version.ts';
import { checkContents, checkDataFolder } from './doctor/check-store.ts';
import { doubtText } from './doctor/finding-texts.ts';
import { liveRisks, unfinishedMethods } from './live-risks.ts';
import type { Store } from './open-store.ts';

const WEEK_US = 7 * US_PER_DAY;

/** Reports the state of this process and its store. It takes milliseconds and calls no other system, because a page shows it. */
export async function systemReport(
  config: Config,
  { db, clock, doubt }: Pick<Store, 'db' | 'clock' | 'doubt'>,
  limits: Pick<RateLimits, 'redisStatus'>,
): Promise<SystemReport> {
  const nowUs = Math.floor(clock());
  const [schema, storeBytes, due, open, late, receipts, findings] = await Promise.all([
    readSchemaState(db),
    storeSize(db),
    websitesWithDueDeliveries(db, nowUs),
    countOpenLivePayments(db),
    countLateChecks(db),
    countReceipts(db, nowUs - WEEK_US),
    quickFindings(config, db),
  ]);
  // Why the clock is not trusted.
  const why = doubt();
  return {
    version: VERSION,
    nodeVersion: process.versions.node,
    uptimeSeconds: Math.floor(process.uptime()),
    roles: config.roles,
    processes: config.processes,
    redis: limits.redisStatus(),
    engine: db.engine,
    storeBytes,
    schema: Math.max(0, ...schema.applied),
    pendingMigrations: schema.pending.length,
    doubt: why ? doubtText(why) : null,
    providers: PAYMENT_METHODS.map((method) => {
      const { given, missing } = config.live[method];
      const credentials = missing.length === 0 ? 'set' : given.length > 0 ? 'part' : 'none';
      const waiting = { openPayments: open.get(method) ?? 0, lateChecks: late.get(method) ?? 0 };
      return { method, credentials, missing, ...waiting };
    }),
    deliveries: { websites: due.length, oldestDueAtUs: due[0]?.due_at_us ?? null },
    receipts,
    findings,
  };
}

/** The local and quick checks of `peye doctor`. */
async function quickFindings(config: Config, db: Store['db']): Promise<Finding[]> {
  return [
    ...checkDataFolder(config),
    ...(await checkContents(config, db)),
    ...unfinishedMethods(config),
    ...(await liveRisks(config)),
  ];
}
