import { LRUCache } from 'lru-cache';
import { MS_PER_MINUTE } from '../../core/durations.ts';
import { type Database, DatabaseUnavailable } from '../../database/database.ts';
import { groupCommit } from '../../database/group-commit.ts';
import type { Telemetry } from '../../platform/log/telemetry.ts';
import { startLoop } from '../../platform/tasks/loop.ts';
import { findWebsite, type Website } from '../websites/store/websites.ts';
import { type AttemptDeps, attemptDelivery } from './attempt-delivery.ts';
import { longestWaitUs } from './schedule.ts';
import { type ClaimShare, claimDeliveries } from './store/claim-deliveries.ts';
import type { DeliveryOfMode } from './store/delivery-table.ts';
import { type AttemptRecord, recordAttempts } from './store/delivery-tries.ts';
import {
  DELIVERY_QUEUES,
  type DeliveryQueue,
  rescheduleFarDeliveries,
  websitesWithDueDeliveries,
} from './store/due-websites.ts';

/** Concurrent attempts in total. An attempt at a receiver that hangs costs little more than a socket. */
const MAX_IN_FLIGHT = 1_024;
/**
 * Concurrent attempts for websites whose last attempt failed, or that had none yet. The rest of the total is reserved
 * for websites that accept their deliveries.
 */
const MAX_IN_FLIGHT_UNPROVEN = 768;
/** Websites whose deliveries are claimed in one statement. */
const WEBSITES_PER_CLAIM = 64;
/** Concurrent attempts for one website that accepts its deliveries. */
const MAX_IN_FLIGHT_PER_WEBSITE = 32;
/** Longer than the longest attempt including its retry on a new connection, and its recording. */
const LEASE_US = 45_000_000;
const CHECK_FAR_EVERY_MS = MS_PER_MINUTE;
/** How many deliveries are rescheduled in one transaction. */
const FAR_BATCH = 500;
const POLL_MS = 500;
const POLL_AFTER_FAILURE_MS = 2_000;
/**
 * While the store is unavailable, the worker retries at this interval to record the result of an attempt, until the lease ends or the
 * worker stops.
 */
const RECORD_AGAIN_MS = 500;
/** A worker with this many running attempts is busy: it collects their results for a short time, and writes them in one commit. */
const BUSY_IN_FLIGHT = 64;
const GATHER_MS = 4;
/** A changed callback URL or secret takes effect within this time. */
const WEBSITE_TTL_MS = 2_000;

export interface DeliveryWorker {
  /** Reports new work, so that the worker does not wait for its next poll. */
  wake(): void;
  /** Stops claiming deliveries, and resolves when the running attempts are recorded. */
  stop(): Promise<void>;
  /** Aborts the attempts that still run, for a stop that takes too long. They are recorded as failed, and retried. */
  abort(): void;
}

/** The attempts of a website's queue: how many may run at once (`window`), how many do, and whether the last one was accepted (`isProven`). */
interface Flow {
  window: number;
  inFlight: number;
  isProven: boolean;
}

/**
 * Sends the deliveries in the outbox. A queue of a website starts with one attempt at a time. The number doubles with each accepted delivery, and
 * falls back to one with each failure: a dead or slow receiver is probed by single attempts, and delays
 * only its own deliveries. Contract: WEBHOOK-19.
 */
export function startDeliveryWorker(
  deps: Omit<AttemptDeps, 'record' | 'findWebsite'> & { db: Database; telemetry: Telemetry },
): DeliveryWorker {
  const { db, clock, log, telemetry } = deps;
  /** By queue, and then by website. */
  const flows = { payments: new Map<string, Flow>(), refunds: new Map<string, Flow>() };
  const running = new Set<Promise<void>>();
  /**
   * The deliveries that this process is sending, each with the end of its lease, measured by a monotonic clock, which
   * never steps.
   */
  const leases = new Map<string, number>();
  const websites = new LRUCache<string, Website>({ max: 10_000, ttl: WEBSITE_TTL_MS });
  let isStopping = false;
  const write = groupCommit(
    async (records: readonly AttemptRecord[]) => {
      await db.transaction((tx) => recordAttempts(tx, records));
      return records.map(() => undefined);
    },
    { maxGroups: 1, maxItems: 200, maxWaiting: MAX_IN_FLIGHT * 2 },
  );
  let gathered: Promise<void> | undefined;
  const gathering = (): Promise<void> | undefined => {
    if (running.size < BUSY_IN_FLIGHT) return gathered;
    gathered ??= new Promise((done) =>
      setTimeout(() => {
        gathered = undefined;
        done();
      }, GATHER_MS),
    );
    return gathered;
  };
  const attemptDeps: AttemptDeps = {
    ...deps,
    record: async (record) => {
      const leasedUntilMs = leases.get(record.delivery.id) ?? 0;
      for (;;) {
        try {
          await gathering();
          return await write(record);
        } catch (error) {
          const isLeased = performance.now() < leasedUntilMs;
          if (!(error instanceof DatabaseUnavailable) || !isLeased || isStopping) throw error;
          await new Promise((done) => setTimeout(done, RECORD_AGAIN_MS));
        }
      }
    },
    findWebsite: async (id, age) => {
      const known = age === 'recent' && websites.get(id);
      if (known) return known;
      const website = await findWebsite(db, id);
      if (website) websites.set(id, website);
      return website;
    },
  };
  const rescheduleFar = farDeliveryRescheduler(deps, leases);
  const round = async (): Promise<{ isMoreWaiting: boolean }> => {
    await rescheduleFar();
    const nowUs = clock();
    const due = DELIVERY_QUEUES.map(async (queue) => ({
      queue,
      websiteIds: (await websitesWithDueDeliveries(db, nowUs, queue)).map((row) => row.website_id),
    }));
    for (const { queue, websiteIds } of await Promise.all(due)) await claimDue(queue, websiteIds);
    // The remaining deliveries wait for an attempt to end, which wakes this loop.
    return { isMoreWaiting: false };
  };

  const claimDue = async (queue: DeliveryQueue, websiteIds: readonly string[]): Promise<void> => {
    const flowOf = flowsOf(queue);
    const open = websiteIds.filter((id) => flowOf(id).inFlight < flowOf(id).window);
    // Websites that accept their deliveries come first, so that they do not wait until many others have been probed.
    const ordered = [...open.filter((id) => flowOf(id).isProven), ...open.filter((id) => !flowOf(id).isProven)];
    for (let left = ordered; left.length > 0; ) {
      const { websites, later } = share(queue, left);
      if (websites.length === 0) break;
      const nowUs = clock();
      const claim = { queue, websites, nowUs, leaseUntilUs: nowUs + LEASE_US, skipLocked: db.skipLocked };
      for (const delivery of await db.transaction((tx) => claimDeliveries(tx, claim))) run(queue, delivery);
      left = later;
    }
  };

  /**
   * How many deliveries to claim now for each website, and the websites that are offered the slots that the others do not use.
   */
  const share = (queue: DeliveryQueue, websiteIds: readonly string[]): { websites: ClaimShare[]; later: string[] } => {
    const flowOf = flowsOf(queue);
    let { inFlight, unproven } = inFlightNow();
    const websites: ClaimShare[] = [];
    const later: string[] = [];
    for (const websiteId of websiteIds) {
      const flow = flowOf(websiteId);
      const slots = MAX_IN_FLIGHT - inFlight;
      const limit = Math.min(
        flow.window - flow.inFlight,
        flow.isProven ? slots : Math.min(slots, MAX_IN_FLIGHT_UNPROVEN - unproven),
      );
      if (limit <= 0 || websites.length === WEBSITES_PER_CLAIM) {
        later.push(websiteId);
        continue;
      }
      websites.push({ websiteId, limit });
      inFlight += limit;
      if (!flow.isProven) unproven += limit;
    }
    return { websites, later };
  };

  const flowsOf =
    (queue: DeliveryQueue) =>
    (websiteId: string): Flow =>
      flows[queue].get(websiteId) ?? { window: 1, inFlight: 0, isProven: false };

  const inFlightNow = () => {
    let inFlight = 0;
    let unproven = 0;
    for (const flow of [...flows.payments.values(), ...flows.refunds.values()]) {
      inFlight += flow.inFlight;
      if (!flow.isProven) unproven += flow.inFlight;
    }
    return { inFlight, unproven };
  };

  const run = (queue: DeliveryQueue, delivery: DeliveryOfMode): void => {
    const flow = flowsOf(queue)(delivery.websiteId);
    flows[queue].set(delivery.websiteId, flow);
    flow.inFlight++;
    leases.set(delivery.id, performance.now() + LEASE_US / 1000);
    const attempt = attemptDelivery(attemptDeps, delivery)
      .then(
        (isAccepted) => {
          flow.isProven = isAccepted;
          flow.window = isAccepted ? Math.min(flow.window * 2, MAX_IN_FLIGHT_PER_WEBSITE) : 1;
        },
        (error) => {
          // The attempt is not recorded, so the delivery's lease expires and it is retried: it is sent at least once, and never lost.
          log.error({ delivery_id: delivery.id, err: error }, 'a delivery attempt could not be recorded');
        },
      )
      .finally(() => {
        flow.inFlight--;
        leases.delete(delivery.id);
        if (flow.inFlight === 0 && !flow.isProven) flows[queue].delete(delivery.websiteId);
        running.delete(attempt);
        loop.wake();
      });
    running.add(attempt);
  };

  const loop = startLoop(round, {
    name: 'deliveries',
    pollMs: POLL_MS,
    retryMs: POLL_AFTER_FAILURE_MS,
    log,
    telemetry,
  });
  return {
    wake: loop.wake,
    async stop() {
      isStopping = true;
      await loop.stop();
      await Promise.all(running);
      await deps.sender.close();
    },
    abort: () => void deps.sender.close(),
  };
}

/**
 * Reschedules deliveries that a wrong clock has planned too far ahead, so that they do not wait until the time catches up: those that were
 * due before the time stepped back are due again, and none waits longer than the longest wait of the schedule. Other waits stay as they are.
 */
function farDeliveryRescheduler(
  { db, clock, log, retrySeconds }: Pick<AttemptDeps, 'clock' | 'log' | 'retrySeconds'> & { db: Database },
  leases: ReadonlyMap<string, number>,
): () => Promise<void> {
  const longestUs = longestWaitUs(retrySeconds) + LEASE_US;
  let lastUs = clock();
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowUs = clock();
    const wasUs = lastUs;
    if (nowUs >= wasUs && performance.now() - checkedAtMs < CHECK_FAR_EVERY_MS) {
      lastUs = nowUs;
      return;
    }
    const far = {
      nowUs,
      wasUs: Math.max(wasUs, nowUs),
      latestUs: nowUs + longestUs,
      except: new Set(leases.keys()),
      limit: FAR_BATCH,
    };
    const moved = await rescheduleFarDeliveries(db, far);
    if (moved > 0)
      log.warn({ deliveries: moved }, 'rescheduled deliveries that a wrong clock had planned too far ahead');
    if (moved === FAR_BATCH) return;
    lastUs = nowUs;
    checkedAtMs = performance.now();
  };
}
