import { MODES, PAYMENT_METHODS } from '../domain/payment.ts';
import type { Log } from '../lib/log.ts';
import { type LoopSettings, startLoop } from '../lib/loop.ts';
import { CHECK_LANES, checkDuePayments } from '../payments/check-due-payments.ts';
import { checkLatePayments } from '../payments/check-late-payments.ts';
import { chargeDueSubscriptions } from '../payments/recurring/charge-due-subscriptions.ts';
import type { RecurringDeps } from '../payments/recurring/recurring-deps.ts';
import { deleteOldDeliveries } from '../storage/deliveries.ts';
import { countLateChecks } from '../storage/late-checks.ts';
import { type CheckLane, countOpenLivePayments } from '../storage/payments.ts';

const DUE_PAYMENTS = { name: 'due payments', pollMs: 500, retryMs: 5_000 };
const LATE_PAYMENTS = { name: 'late payments', pollMs: 30_000, retryMs: 30_000 };
const RECURRING_PAYMENTS = { name: 'recurring payments', pollMs: 1_000, retryMs: 5_000 };
const UNSERVED_PAYMENTS = { name: 'payments without a provider', pollMs: 600_000, retryMs: 60_000 };
const OLD_DELIVERIES = { name: 'old deliveries', pollMs: 3_600_000, retryMs: 60_000 };
/** Deliveries that are forgotten in one transaction: few, so that nobody waits for it. */
const FORGET_BATCH = 500;
const US_PER_DAY = 86_400_000_000;

export interface WorkerDeps extends RecurringDeps {
  readonly log: Log;
  readonly webhookLogDays: number;
  readonly stillOpenHours: number;
}

/** Starts the background jobs of a node with the role `worker`; deliveries have a worker of their own. */
export function startWorker(deps: WorkerDeps): { stop(): Promise<void> } {
  const { db, clock, log, webhookLogDays, providerFor } = deps;
  const isServed = (lane: CheckLane) => lane.mode === 'test' || providerFor(lane.mode, lane.method) !== undefined;
  const settings = (job: Omit<LoopSettings, 'log'>): LoopSettings => ({ ...job, log });
  const loops = [
    ...CHECK_LANES.filter(isServed).map((lane) =>
      startLoop(() => checkDuePayments(deps, lane), settings(DUE_PAYMENTS)),
    ),
    ...PAYMENT_METHODS.filter((method) => isServed({ mode: 'live', method })).map((method) =>
      startLoop(() => checkLatePayments(deps, method), settings(LATE_PAYMENTS)),
    ),
    ...MODES.map((mode) => startLoop(() => chargeDueSubscriptions(deps, mode), settings(RECURRING_PAYMENTS))),
    startLoop(() => warnOfUnserved(deps), settings(UNSERVED_PAYMENTS)),
    startLoop(async () => {
      const forgotten = await deleteOldDeliveries(db, clock() - webhookLogDays * US_PER_DAY, FORGET_BATCH);
      return { isMoreWaiting: forgotten === FORGET_BATCH };
    }, settings(OLD_DELIVERIES)),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/**
 * Without credentials, taken away or never given to this worker, payments of a method stay as they are for ever, and money that
 * comes after a failure is not seen: that is said, loudly, and again. Another node may have made them meanwhile.
 */
async function warnOfUnserved({ db, log, providerFor }: WorkerDeps): Promise<{ isMoreWaiting: boolean }> {
  const open = await countOpenLivePayments(db);
  const failed = await countLateChecks(db);
  for (const method of PAYMENT_METHODS) {
    if (providerFor('live', method) || !(open.has(method) || failed.has(method))) continue;
    const waiting = { method, open: open.get(method) ?? 0, failed: failed.get(method) ?? 0 };
    log.error(waiting, 'live payments cannot be asked about: this worker has no credentials of their method');
  }
  return { isMoreWaiting: false };
}
