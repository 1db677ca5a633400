import type { PointAsk, PointGrant, PointRecall, PointReturn } from '../../auth/share-points.ts';
import type { ProcessMetrics } from '../../metrics/metrics-reader.ts';

/** A process that is busier than this is left out of a text of metrics: the rest must not wait for it. */
export const METRICS_WAIT_MS = 2_000;

/** What the supervisor tells a process. A connection comes alone, with its socket; the rest in lists. */
export type ToProcess =
  | { readonly kind: 'grant'; readonly grant: PointGrant }
  | { readonly kind: 'recall'; readonly recall: PointRecall }
  /** Tell your metrics, under this number. */
  | { readonly kind: 'metrics?'; readonly id: number }
  /** Those of the others, which were asked for under this number. */
  | { readonly kind: 'metrics'; readonly id: number; readonly others: readonly ProcessMetrics[] }
  /** Serve on, and tell clients that it is not for long. */
  | { readonly kind: 'drain' }
  /** Finish what is in flight, and end. */
  | { readonly kind: 'stop' };

/** Comes with the socket of a client, from which nothing has been read. */
export interface HandedOver {
  readonly kind: 'connection';
  readonly id: number;
}

/** What a process tells its supervisor. */
export type ToSupervisor =
  | { readonly kind: 'ready' }
  /** It cannot start, for this reason, and ends. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A newer version has taken over the store, for this reason. */
  | { readonly kind: 'outdated'; readonly reason: string }
  /** Somebody else told it to stop: it is to get no more connections, and to be told when it has got the last. */
  | { readonly kind: 'stopping' }
  /** A connection that it was handed has closed. */
  | { readonly kind: 'closed'; readonly id: number }
  /** Asks for the metrics of the others, under a number of its own. */
  | { readonly kind: 'metrics?'; readonly id: number }
  /** Its own, which were asked for under this number. */
  | { readonly kind: 'metrics'; readonly id: number; readonly own: ProcessMetrics }
  | { readonly kind: 'ask'; readonly ask: PointAsk }
  | { readonly kind: 'back'; readonly back: PointReturn };

/**
 * Sends what is told within one round of the event loop as one list: a message between processes costs much the same however long
 * it is.
 */
export function inLists<T>(send: (list: T[]) => void): (message: T) => void {
  let list: T[] = [];
  return (message) => {
    if (list.push(message) > 1) return;
    setImmediate(() => {
      const told = list;
      list = [];
      send(told);
    });
  };
}
