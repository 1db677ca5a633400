import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from './sqlite-connection.ts';

/** How long reads and writes wait for another process (the command line while the server runs) before they give up. */
export const BUSY_TIMEOUT_MS = 5_000;
/** Pauses between two attempts to get a lock: the first, and the longest. */
export const BUSY_PAUSE_MS = { first: 1, longest: 20 };

/** Retries until no other process holds the lock, without blocking anything else. */
export async function withoutBlocking<T>(work: () => T, giveUpAt: number): Promise<T> {
  for (let pauseMs = BUSY_PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, BUSY_PAUSE_MS.longest)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
    }
    await pause(pauseMs * (0.5 + Math.random()));
  }
}
