import { setTimeout as wait } from 'node:timers/promises';

/**
 * A third of the default rate limit, which the address shares with another listener and the developer's own server. A quiet feed takes
 * two or three requests a minute.
 */
const MAX_REQUESTS = 20;
const WINDOW_MS = 60_000;
/** The shortest interval between requests to a gateway that does not wait for events, so that the window is not used up at its start. */
const SHORTEST_MS = 2_000;

export interface Pace {
  /** Resolves when the next request may be sent, or when it is stopped. */
  next(stopping: AbortSignal): Promise<void>;
  /** Reports that the last response was empty, and arrived this long after its request, milliseconds. */
  noteEmpty(ms: number): void;
}

/** Bounds the requests of `peye listen`: a few at once, and at most 20 in any minute. */
export function pace(): Pace {
  const sent: number[] = [];
  let restMs = 0;
  return {
    async next(stopping) {
      const oldest = sent.length < MAX_REQUESTS ? undefined : sent.shift();
      const windowMs = oldest === undefined ? 0 : oldest + WINDOW_MS - performance.now();
      const waitMs = Math.max(windowMs, restMs);
      restMs = 0;
      if (waitMs > 0) await pause(waitMs, stopping);
      sent.push(performance.now());
    },
    noteEmpty(ms) {
      restMs = Math.max(0, SHORTEST_MS - ms);
    },
  };
}

/** Waits `ms` milliseconds, or until the signal is aborted. Never throws. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {});
}
