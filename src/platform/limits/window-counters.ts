import { type AnyWindow, deleteOldWindows, isOver, secondsUntil } from './windows.ts';

/** Counts a client's requests within a fixed window, in this process. */
export interface WindowCounters {
  /** Counts one request. Returns 0 when it may pass, else the whole seconds until the window ends. */
  consume(client: string): number;
  /** Uncounts one request of the current window, if there is any. */
  giveBack(client: string): void;
  /** How many clients are remembered. */
  size(): number;
}

interface Window extends AnyWindow {
  used: number;
}

/** About 20 MB when full. The limit does not stop an attacker with more addresses than this within one window. */
const MAX_CLIENTS = 100_000;

/**
 * Fixed windows of `seconds` in which exactly `points` pass. Memory is bounded: when `maxClients` are remembered, the one
 * with the oldest window is dropped. A clock that is set back ends a window instead of lengthening it.
 */
export function windowCounters(points: number, seconds: number, maxClients = MAX_CLIENTS): WindowCounters {
  const lengthMs = seconds * 1000;
  // A Map keeps the order of insertion, and every new window is inserted again: the first entry is the oldest.
  const windows = new Map<string, Window>();
  return {
    consume(client) {
      const nowMs = Date.now();
      const window = windows.get(client);
      if (window && !isOver(window.endsAtMs, lengthMs, nowMs)) {
        if (window.used < points) {
          window.used++;
          return 0;
        }
        return secondsUntil(window.endsAtMs, nowMs);
      }
      windows.delete(client);
      deleteOldWindows(windows, { maxClients, lengthMs, nowMs });
      windows.set(client, { used: 1, endsAtMs: nowMs + lengthMs });
      return 0;
    },
    giveBack(client) {
      const window = windows.get(client);
      if (window && window.used > 0 && !isOver(window.endsAtMs, lengthMs, Date.now())) window.used--;
    },
    size: () => windows.size,
  };
}
