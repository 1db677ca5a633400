import { ApiError } from '../../core/errors.ts';
import type { PointAsk, PointGrant, PointRecall, PointReturn } from './share-points.ts';
import { deleteOldWindows, isOver, secondsUntil } from './windows.ts';

/**
 * A supervisor that does not respond for this long is stuck. All requests are then refused, so that no limit is
 * exceeded.
 */
const RESPONSE_TIMEOUT_MS = 2_000;

/**
 * Counts a client's requests within a window, at once or after a request to the supervisor. Rejects with ApiError `service_unavailable`.
 */
export interface Counter {
  /** Counts one request. Returns 0 when it may pass, else the whole seconds until the window ends. */
  consume(client: string): number | Promise<number>;
  /** Uncounts one request of the current window, if there is any. */
  giveBack(client: string): void;
}

/** A limit that is counted here. */
export interface CountedLimit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** The counters of one process among several. */
export interface LeasedPoints {
  counter(limit: CountedLimit): Counter;
  /** Handles the supervisor's grants, and its requests to return points. */
  granted(grant: PointGrant): void;
  recalled(recall: PointRecall): void;
}

export interface LeaseDeps {
  readonly ask: (ask: PointAsk) => void;
  readonly giveBack: (back: PointReturn) => void;
  /** For tests: how many clients each limit remembers. */
  readonly maxClients?: number;
}

interface Waiter {
  readonly resolve: (seconds: number) => void;
  readonly reject: (error: Error) => void;
}

interface Lease {
  readonly client: string;
  /** Before the first grant, the end of a window that would start now. */
  endsAtMs: number;
  left: number;
  isSpent: boolean;
  waiting: Waiter[];
  /** Set while a response of the supervisor is awaited. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * Counts in one of several processes, with the points that `sharePoints` of their supervisor grants it. Most requests are counted here at
 * once: a request to the supervisor is needed only for the first request of a client's window, and whenever the granted points are used up.
 * Requests beyond a limit are refused here, without the supervisor, until the window ends.
 */
export function leasedPoints({ ask, giveBack, maxClients = 100_000 }: LeaseDeps): LeasedPoints {
  const limits = new Map<string, { limit: CountedLimit; leases: Map<string, Lease> }>();

  const askFor = ({ name, points, seconds }: CountedLimit, lease: Lease) => {
    lease.timer = setTimeout(() => {
      lease.timer = undefined;
      const message = 'The request could not be counted in time. Nothing was done; try again shortly.';
      for (const { reject } of lease.waiting.splice(0)) {
        reject(new ApiError('service_unavailable', { message, retryAfterSeconds: 1 }));
      }
    }, RESPONSE_TIMEOUT_MS);
    ask({ limit: name, points, seconds, client: lease.client, wanted: lease.waiting.length });
  };

  return {
    counter(limit) {
      const leases = new Map<string, Lease>();
      limits.set(limit.name, { limit, leases });
      const lengthMs = limit.seconds * 1000;
      const leaseOf = (client: string, nowMs: number): Lease => {
        const known = leases.get(client);
        if (known && (known.timer || !isOver(known.endsAtMs, lengthMs, nowMs))) return known;
        leases.delete(client);
        deleteOldWindows(leases, { maxClients, lengthMs, nowMs }, (lease) => lease.timer !== undefined);
        // Before its first grant, a lease belongs to no window: it lasts as long as a window that starts now.
        const made = { client, endsAtMs: nowMs + lengthMs, left: 0, isSpent: false, waiting: [], timer: undefined };
        leases.set(client, made);
        return made;
      };
      return {
        consume(client) {
          const nowMs = Date.now();
          const lease = leaseOf(client, nowMs);
          if (lease.left > 0 && lease.waiting.length === 0) {
            lease.left--;
            return 0;
          }
          if (lease.isSpent) return secondsUntil(lease.endsAtMs, nowMs);
          const { promise, resolve, reject } = Promise.withResolvers<number>();
          lease.waiting.push({ resolve, reject });
          if (!lease.timer) askFor(limit, lease);
          return promise;
        },
        giveBack(client) {
          const lease = leases.get(client);
          if (lease && !isOver(lease.endsAtMs, lengthMs, Date.now())) lease.left++;
        },
      };
    },
    granted({ limit: name, client, points, endsAtMs, isSpent }) {
      const { limit, leases } = limits.get(name) ?? {};
      const lease = leases?.get(client);
      // The lease was dropped in the meantime. The granted points are lost, so fewer requests pass than the limit
      // allows.
      if (!limit || !lease) return;
      clearTimeout(lease.timer);
      lease.timer = undefined;
      lease.left = points + (lease.endsAtMs === endsAtMs ? lease.left : 0);
      lease.endsAtMs = endsAtMs;
      lease.isSpent = isSpent;
      for (const { resolve } of lease.waiting.splice(0, lease.left)) {
        lease.left--;
        resolve(0);
      }
      if (isSpent) {
        const seconds = secondsUntil(endsAtMs, Date.now());
        for (const { resolve } of lease.waiting.splice(0)) resolve(seconds);
      } else if (lease.waiting.length > 0) askFor(limit, lease);
    },
    recalled({ limit, client, endsAtMs }) {
      const lease = limits.get(limit)?.leases.get(client);
      const points = lease?.endsAtMs === endsAtMs ? lease.left : 0;
      if (lease && points > 0) lease.left = 0;
      giveBack({ limit, client, endsAtMs, points });
    },
  };
}
