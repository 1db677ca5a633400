import { MODES, PAYMENT_METHODS } from '../domain/payment.ts';
import type { Log } from '../lib/log.ts';
import { type LoopSettings, startLoop } from '../lib/loop.ts';
import { forgetDeliveries } from '../operator/forget-deliveries.ts';
import { CHECK_LANES, checkDuePayments } from '../payments/check-due-payments.ts';
import { checkLatePayments } from '../payments/check-late-payments.ts';
import { mendFarTimes } from '../payments/mend-far-times.ts';
import { chargeDueSubscriptions } from '../payments/recurring/charge-due-subscriptions.ts';
import type { RecurringDeps } from '../payments/recurring/recurring-deps.ts';
import { resumeCharging } from '../payments/recurring/resume-charging.ts';
import type { CheckLane } from '../storage/payments/claim-due-payments.ts';
import { countOpenLivePayments } from '../storage/payments/count-open-live-payments.ts';
import { countLateChecks } from '../storage/payments/late-checks.ts';

const DUE_PAYMENTS = { name: 'due payments', pollMs: 500, retryMs: 5_000 };
const LATE_PAYMENTS = { name: 'late payments', pollMs: 30_000, retryMs: 30_000 };
const RECURRING_PAYMENTS = { name: 'recurring payments', pollMs: 1_000, retryMs: 5_000 };
const PAUSED_CHARGES = { name: 'resuming recurring charges', pollMs: 5_000, retryMs: 30_000 };
const UNSERVED_PAYMENTS = { name: 'payments without a provider', pollMs: 600_000, retryMs: 60_000 };
/** Every second, so that a step back of the time is seen at once; there is nothing to do but once a minute and then. */
const FAR_TIMES = { name: 'times in the far future', pollMs: 1_000, retryMs: 5_000 };
const OLD_DELIVERIES = { name: 'old deliveries', pollMs: 3_600_000, retryMs: 60_000 };

type Round = () => Promise<{ isMoreWaiting: boolean }>;

export interface WorkerDeps extends RecurringDeps {
  readonly log: Log;
  readonly webhookLogDays: number;
  readonly stillOpenHours: number;
}

/** A background job: what it does in a round, and how often. */
export interface Job extends Omit<LoopSettings, 'log'> {
  readonly round: Round;
}

/** Starts the background jobs of a node with the role `worker`; deliveries have a worker of their own. */
export function startWorker(deps: WorkerDeps): { stop(): Promise<void> } {
  const loops = workerJobs(deps).map(({ round, ...settings }) => startLoop(round, { ...settings, log: deps.log }));
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/**
 * What a worker does. While the time is in doubt open payments are asked about, and may be paid; what would be done because time has
 * passed waits.
 */
export function workerJobs(deps: WorkerDeps): Job[] {
  const { log, webhookLogDays, providerFor, isCertain = () => true } = deps;
  const mendFar = mendFarTimes(deps);
  const isServed = (lane: CheckLane) => lane.mode === 'test' || providerFor(lane.mode, lane.method) !== undefined;
  const whenCertain =
    (round: Round): Round =>
    async () =>
      isCertain() ? round() : { isMoreWaiting: false };
  return [
    ...CHECK_LANES.filter(isServed).map((lane) => ({ ...DUE_PAYMENTS, round: () => checkDuePayments(deps, lane) })),
    ...PAYMENT_METHODS.filter((method) => isServed({ mode: 'live', method })).map((method) => ({
      ...LATE_PAYMENTS,
      round: whenCertain(() => checkLatePayments(deps, method)),
    })),
    ...MODES.map((mode) => ({ ...RECURRING_PAYMENTS, round: whenCertain(() => chargeDueSubscriptions(deps, mode)) })),
    {
      ...PAUSED_CHARGES,
      round: whenCertain(async () => {
        await resumeCharging(deps, log);
        return { isMoreWaiting: false };
      }),
    },
    {
      ...FAR_TIMES,
      round: whenCertain(async () => {
        await mendFar();
        return { isMoreWaiting: false };
      }),
    },
    { ...UNSERVED_PAYMENTS, round: () => warnOfUnserved(deps) },
    {
      ...OLD_DELIVERIES,
      round: whenCertain(async () => {
        return { isMoreWaiting: await forgetDeliveries(deps, { olderThanDays: webhookLogDays }) };
      }),
    },
  ];
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
