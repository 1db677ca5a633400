import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { type LoopSettings, startLoop } from '../lib/loop.ts';
import { checkDuePayments } from '../payments/check-due-payments.ts';
import type { Settle } from '../payments/settle-payment.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { Database } from '../storage/database.ts';
import { deleteOldDeliveries } from '../storage/deliveries.ts';

const DUE_PAYMENTS = { name: 'due payments', pollMs: 500, retryMs: 5_000 };
const OLD_DELIVERIES = { name: 'old deliveries', pollMs: 3_600_000, retryMs: 60_000 };
/** Deliveries that are forgotten in one transaction: few, so that nobody waits for it. */
const FORGET_BATCH = 500;
const US_PER_DAY = 86_400_000_000;

export interface WorkerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly providerFor: ProviderRegistry;
  readonly settle: Settle;
  readonly webhookLogDays: number;
}

/** Starts the background jobs of a node with the role `worker`; deliveries have a worker of their own. */
export function startWorker(deps: WorkerDeps): { stop(): Promise<void> } {
  const { db, clock, log, webhookLogDays } = deps;
  const settings = (job: Omit<LoopSettings, 'log'>): LoopSettings => ({ ...job, log });
  const loops = [
    startLoop(() => checkDuePayments(deps), settings(DUE_PAYMENTS)),
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
