/** Counts what one client does within a fixed window, in this process. */
export interface WindowCounters {
  /** Counts one. Returns 0 when it may pass, else the whole seconds until the window ends. */
  consume(client: string): number;
  /** How many clients are remembered. */
  size(): number;
}

interface Window {
  used: number;
  /** By `Date.now()`. */
  endsAtMs: number;
}

/** About 20 MB when full. Counting does not hold back somebody with more addresses than this within one window. */
const MAX_CLIENTS = 100_000;

/**
 * Fixed windows of `seconds` in which exactly `points` pass. Its memory is bounded: when `maxClients` are remembered, the one
 * whose window began first is forgotten. A clock that is set back ends a window rather than making it longer.
 */
export function windowCounters(points: number, seconds: number, maxClients = MAX_CLIENTS): WindowCounters {
  const lengthMs = seconds * 1000;
  // A Map keeps the order of insertion, and every new window is inserted again: the first entry is the oldest.
  const windows = new Map<string, Window>();
  const isOver = ({ endsAtMs }: Window, nowMs: number) => nowMs >= endsAtMs || nowMs < endsAtMs - lengthMs;
  const forget = (nowMs: number) => {
    for (const [client, window] of windows) {
      if (windows.size < maxClients && !isOver(window, nowMs)) return;
      windows.delete(client);
    }
  };
  return {
    consume(client) {
      const nowMs = Date.now();
      const window = windows.get(client);
      if (window && !isOver(window, nowMs)) {
        if (window.used < points) {
          window.used++;
          return 0;
        }
        return Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000));
      }
      windows.delete(client);
      forget(nowMs);
      windows.set(client, { used: 1, endsAtMs: nowMs + lengthMs });
      return 0;
    },
    size: () => windows.size,
  };
}
