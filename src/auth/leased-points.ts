import { ApiError } from '../domain/errors.ts';
import type { PointAsk, PointGrant, PointRecall, PointReturn } from './share-points.ts';
import { forgetWindows, isOver, secondsUntil } from './windows.ts';

/** A supervisor that does not respond for so long is stuck. Then nothing passes: a limit must not be exceeded instead. */
const RESPONSE_TIMEOUT_MS = 2_000;

/** Counts what one client does within a window, at once or after asking. Rejects with ApiError `service_unavailable`. */
export interface Counter {
  /** Counts one. Returns 0 when it may pass, else the whole seconds until the window ends. */
  consume(client: string): number | Promise<number>;
  /** Takes back one that was counted in the window that lasts, if any does. */
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
  /** What the supervisor has granted, and what it wants back. */
  granted(grant: PointGrant): void;
  recalled(recall: PointRecall): void;
}

export interface LeaseDeps {
  readonly ask: (ask: PointAsk) => void;
  readonly giveBack: (back: PointReturn) => void;
  /** For tests: clients that are remembered of each limit. */
  readonly maxClients?: number;
}

interface Waiter {
  readonly resolve: (seconds: number) => void;
  readonly reject: (error: Error) => void;
}

interface Lease {
  readonly client: string;
  /** 0 before the first grant: such a window is over. */
  endsAtMs: number;
  left: number;
  isSpent: boolean;
  waiting: Waiter[];
  /** Set while a response of the supervisor is awaited. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * Counts in one process of several what `sharePoints` of their supervisor grants it. Most requests are counted here at once: the
 * supervisor is asked for the first of a client's window, and whenever what it granted is used up. What is beyond a limit is refused
 * here, without asking, until the window ends.
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
        forgetWindows(leases, { maxClients, lengthMs, nowMs }, (lease) => lease.timer !== undefined);
        // Until it is granted something it is in no window: it lasts as long as one that begins now.
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
      // It was forgotten meanwhile: what it is granted is lost, and nothing beyond the limit passes.
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
