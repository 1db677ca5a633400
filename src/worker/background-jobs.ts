import { MS_PER_MINUTE, MS_PER_SECOND } from '../core/durations.ts';
import { MODES, PAYMENT_METHODS } from '../core/payment.ts';
import type { Database } from '../database/database.ts';
import { WATCH_SCHEMA_MS, watchSchema } from '../database/schema/watch-schema.ts';
import { CHECK_LANES } from '../features/payments/check-due-payments.ts';
import { repairFarTimes } from '../features/payments/repair-far-times.ts';
import type { CheckLane } from '../features/payments/store/claim-due-payments.ts';
import type { RateVerbs, SourceVerbs } from '../features/rates/rate-verbs.ts';
import type { RefundVerbs } from '../features/refunds/refund-verbs.ts';
import type { RecurringVerbs } from '../features/subscriptions/recurring-verbs.ts';
import type { DeliveryWorker } from '../features/webhooks/delivery-worker.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { PaymentVerbs } from '../verbs/payment-verbs.ts';
import type { Job, OnStop, Round } from './job.ts';
import { warnOfUnserved } from './unserved-payments.ts';
import { type UpkeepJobParts, upkeepJobs } from './upkeep-jobs.ts';

/** The jobs that other code wakes. */
export const DELIVERIES = 'deliveries';
const FOLLOWED_RATE = 'following the exchange rate';

/** The dependencies of the jobs. */
export interface JobParts extends UpkeepJobParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly isCertain: () => boolean;
  readonly followClock: Round;
  readonly payments: Pick<PaymentVerbs, 'checkDue' | 'checkLate' | 'fillTerms' | 'fillLedger' | 'runReconcile'>;
  readonly refunds: Pick<RefundVerbs, 'sendDue' | 'adoptReturns'>;
  readonly recurring: Pick<RecurringVerbs, 'chargeDue' | 'resume'>;
  readonly rates: Pick<RateVerbs, 'read'>;
  readonly rateSource: Pick<SourceVerbs, 'refreshDue' | 'close'> | undefined;
  readonly providerFor: ProviderRegistry;
  /** Aborts requests to providers when the process stops. The job that sent one decides later, under its own rules, whether to send it again. */
  readonly abortProviders: () => void;
  /** Undefined: no e-mails are sent. */
  readonly receipts: { readonly round: Round; readonly abort: () => void } | undefined;
  /** Undefined: no e-mails are sent. */
  readonly notifications: { readonly round: Round; readonly abort: () => void } | undefined;
  readonly startDeliveries: () => DeliveryWorker;
  /** How long a stop lets attempts and calls to providers continue. */
  readonly stopMs: number;
  readonly wake: (name: string) => void;
  /** A newer version has taken over the store: this process must stop. */
  readonly onOutdated: (reason: string) => void;
}

/**
 * All background work. While the time is not trusted, open payments are verified and may be
 * completed; actions that are due only because time has passed wait.
 */
export function backgroundJobs(parts: JobParts): Job[] {
  const { db, clock, isCertain, log, payments, recurring, rateSource, providerFor, stopMs } = parts;
  const isServed = (lane: CheckLane) => lane.mode === 'test' || providerFor(lane.mode, lane.method) !== undefined;
  const onStop: OnStop = { afterMs: stopMs, abort: parts.abortProviders };
  return [
    { name: DELIVERIES, runsOn: 'workers', start: parts.startDeliveries, stopMs },
    ...CHECK_LANES.filter(isServed).map((lane) => ({
      name: 'due payments',
      runsOn: 'workers' as const,
      everyMs: 500,
      retryMs: 5 * MS_PER_SECOND,
      needsCertainTime: false,
      round: () => payments.checkDue(lane),
      onStop,
    })),
    ...PAYMENT_METHODS.filter((method) => isServed({ mode: 'live', method })).map((method) => ({
      name: 'late payments',
      runsOn: 'workers' as const,
      everyMs: 30 * MS_PER_SECOND,
      retryMs: 30 * MS_PER_SECOND,
      needsCertainTime: true,
      round: () => payments.checkLate(method),
      onStop,
    })),
    ...MODES.map((mode) => ({
      name: 'due subscriptions',
      runsOn: 'workers' as const,
      everyMs: MS_PER_SECOND,
      retryMs: 5 * MS_PER_SECOND,
      needsCertainTime: true,
      round: () => recurring.chargeDue(mode),
      onStop,
    })),
    ...MODES.map((mode) => ({
      name: 'due refunds',
      runsOn: 'workers' as const,
      everyMs: MS_PER_SECOND,
      retryMs: 5 * MS_PER_SECOND,
      needsCertainTime: true,
      round: () => parts.refunds.sendDue(mode),
      onStop,
    })),
    {
      name: 'refunds made in portals',
      runsOn: 'workers',
      everyMs: MS_PER_MINUTE,
      retryMs: MS_PER_MINUTE,
      needsCertainTime: true,
      round: () => parts.refunds.adoptReturns(),
    },
    {
      name: 'resuming recurring charges',
      runsOn: 'workers',
      everyMs: 5 * MS_PER_SECOND,
      retryMs: 30 * MS_PER_SECOND,
      needsCertainTime: true,
      round: singleRound(() => recurring.resume(log)),
      onStop,
    },
    reconcileJob(parts),
    {
      // Runs every second, so that a step back of the time is detected at once. While the time is not trusted, the job
      // only observes it, and repairs nothing.
      name: 'times in the far future',
      runsOn: 'workers',
      everyMs: MS_PER_SECOND,
      retryMs: 5 * MS_PER_SECOND,
      needsCertainTime: false,
      round: singleRound(repairFarTimes({ db, clock, isCertain, log })),
    },
    {
      name: 'payments without a provider',
      runsOn: 'workers',
      everyMs: 10 * MS_PER_MINUTE,
      retryMs: MS_PER_MINUTE,
      needsCertainTime: false,
      round: singleRound(() => warnOfUnserved({ db, log, providerFor })),
    },
    ...(parts.receipts ? [receiptJob(parts.receipts, stopMs)] : []),
    ...(parts.notifications ? [notificationJob(parts.notifications, stopMs)] : []),
    ...upkeepJobs(parts),
    ...(rateSource ? [refreshJob(rateSource, parts.wake)] : []),
    {
      // Reads the rate that a source gave or that was set manually.
      name: FOLLOWED_RATE,
      runsOn: 'every node',
      everyMs: 2 * MS_PER_SECOND,
      retryMs: 2 * MS_PER_SECOND,
      needsCertainTime: false,
      round: singleRound(parts.rates.read),
    },
    {
      // An embedded store has no server: reading the machine's clock costs nothing.
      name:
        db.engine === 'sqlite' ? "watching this machine's clock" : "comparing this machine's clock with the store's",
      runsOn: 'every node',
      everyMs: db.engine === 'sqlite' ? MS_PER_SECOND : 10 * MS_PER_SECOND,
      retryMs: 10 * MS_PER_SECOND,
      needsCertainTime: false,
      round: parts.followClock,
    },
    {
      name: "watching the store's schema",
      runsOn: 'every node',
      everyMs: WATCH_SCHEMA_MS,
      retryMs: WATCH_SCHEMA_MS,
      needsCertainTime: false,
      round: singleRound(watchSchema(db, parts.onOutdated)),
    },
  ];
}

/** A reconciliation run may take hours: a stop ends it, and records that in its row. */
function reconcileJob({ payments, log }: JobParts): Job {
  let isStopping = false;
  return {
    name: 'comparisons with providers',
    runsOn: 'workers',
    everyMs: 2 * MS_PER_SECOND,
    retryMs: 5 * MS_PER_SECOND,
    needsCertainTime: false,
    round: () => payments.runReconcile(log, () => isStopping),
    onStop: {
      afterMs: 0,
      abort: () => {
        isStopping = true;
      },
    },
  };
}

function receiptJob({ round, abort }: NonNullable<JobParts['receipts']>, stopMs: number): Job {
  const pace = { everyMs: 2 * MS_PER_SECOND, retryMs: 5 * MS_PER_SECOND };
  const onStop: OnStop = { afterMs: stopMs, abort };
  return { name: 'receipts by e-mail', runsOn: 'workers', ...pace, needsCertainTime: true, round, onStop };
}

function notificationJob({ round, abort }: NonNullable<JobParts['notifications']>, stopMs: number): Job {
  const pace = { everyMs: MS_PER_MINUTE, retryMs: MS_PER_MINUTE };
  const onStop: OnStop = { afterMs: stopMs, abort };
  return { name: 'notifications by e-mail', runsOn: 'workers', ...pace, needsCertainTime: true, round, onStop };
}

function refreshJob(source: NonNullable<JobParts['rateSource']>, wake: JobParts['wake']): Job {
  return {
    // How often a worker checks whether a query is due. EXCHANGE_RATE_REFRESH_MINUTES determines when one is.
    name: 'refreshing the exchange rate',
    runsOn: 'workers',
    everyMs: 2 * MS_PER_SECOND,
    retryMs: 5 * MS_PER_SECOND,
    needsCertainTime: false,
    round: singleRound(async () => {
      const refresh = await source.refreshDue();
      if (refresh?.result === 'new') wake(FOLLOWED_RATE);
    }),
    // A stop does not wait for a slow source.
    onStop: { afterMs: 0, abort: () => void source.close() },
  };
}

/** A round that leaves nothing waiting. */
function singleRound(work: () => Promise<unknown>): Round {
  return async () => {
    await work();
    return { isMoreWaiting: false };
  };
}
