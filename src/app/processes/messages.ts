import type { ProcessMetrics } from '../../metrics/metrics-reader.ts';
import type { PointAsk, PointGrant, PointRecall, PointReturn } from '../../platform/limits/share-points.ts';

/**
 * A process that does not respond within this time is omitted from the metrics, so that the others do not wait for it.
 */
export const METRICS_WAIT_MS = 2_000;

/** The supervisor's messages to a process. A connection is sent alone, with its socket; all other messages in lists. */
export type ToProcess =
  | { readonly kind: 'grant'; readonly grant: PointGrant }
  | { readonly kind: 'recall'; readonly recall: PointRecall }
  /** Requests the metrics of the process. The response has the same `id`. */
  | { readonly kind: 'metrics?'; readonly id: number }
  /** The metrics of the other processes, which this process requested with this `id`. */
  | { readonly kind: 'metrics'; readonly id: number; readonly others: readonly ProcessMetrics[] }
  /** Keep serving, and notify clients that the process will stop soon. */
  | { readonly kind: 'drain' }
  /** Finish what is in flight, and end. */
  | { readonly kind: 'stop' };

/** Comes with the socket of a client, from which nothing has been read. */
export interface HandedOver {
  readonly kind: 'connection';
  readonly id: number;
}

/** A process's messages to its supervisor. */
export type ToSupervisor =
  | { readonly kind: 'ready' }
  /** The process cannot start, for this reason, and ends. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A newer version has taken over the store, for this reason. */
  | { readonly kind: 'outdated'; readonly reason: string }
  /** The process was sent a signal to stop. It must get no further connections, and be stopped after the drain time. */
  | { readonly kind: 'stopping' }
  /** A connection that the process was handed has closed. */
  | { readonly kind: 'closed'; readonly id: number }
  /** Requests the metrics of the other processes, with an `id` that the process chose. */
  | { readonly kind: 'metrics?'; readonly id: number }
  /** The metrics of the process, which the supervisor requested with this `id`. */
  | { readonly kind: 'metrics'; readonly id: number; readonly own: ProcessMetrics }
  | { readonly kind: 'ask'; readonly ask: PointAsk }
  | { readonly kind: 'back'; readonly back: PointReturn };

/**
 * Sends the messages of one round of the event loop as one list, because the cost of a message between processes hardly
 * depends on its length.
 */
export function inLists<T>(send: (list: T[]) => void): (message: T) => void {
  let list: T[] = [];
  return (message) => {
    if (list.push(message) > 1) return;
    setImmediate(() => {
      const sent = list;
      list = [];
      send(sent);
    });
  };
}
