import type { ProcessMetrics } from '../../metrics/metrics-reader.ts';
import type { PointAsk, PointGrant, PointRecall, PointReturn } from '../../platform/limits/share-points.ts';

/** A process that is busier than this is omitted from the metrics: the rest must not wait for it. */
export const METRICS_WAIT_MS = 2_000;

/** The supervisor's messages to a process. A connection comes alone, with its socket; the rest in lists. */
export type ToProcess =
  | { readonly kind: 'grant'; readonly grant: PointGrant }
  | { readonly kind: 'recall'; readonly recall: PointRecall }
  /** Send your metrics, under this number. */
  | { readonly kind: 'metrics?'; readonly id: number }
  /** Those of the other processes, which were requested under this number. */
  | { readonly kind: 'metrics'; readonly id: number; readonly others: readonly ProcessMetrics[] }
  /** Keep serving, and let clients know that it is not for long. */
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
  /** It cannot start, for this reason, and ends. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A newer version has taken over the store, for this reason. */
  | { readonly kind: 'outdated'; readonly reason: string }
  /** Another process requested its stop: it must get no further connections, and must be stopped after the last. */
  | { readonly kind: 'stopping' }
  /** A connection that it was handed has closed. */
  | { readonly kind: 'closed'; readonly id: number }
  /** Requests the metrics of the other processes, under its own number. */
  | { readonly kind: 'metrics?'; readonly id: number }
  /** Its own, which were requested under this number. */
  | { readonly kind: 'metrics'; readonly id: number; readonly own: ProcessMetrics }
  | { readonly kind: 'ask'; readonly ask: PointAsk }
  | { readonly kind: 'back'; readonly back: PointReturn };

/**
 * Sends the messages of one round of the event loop as one list: a message between processes costs much the same however long
 * it is.
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
