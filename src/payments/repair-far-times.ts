import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { bringBackFarTimes } from '../storage/clock/far-times.ts';
import type { Database } from '../storage/database.ts';

const EVERY_MS = 60_000;

/**
 * Mends what a clock that was wrong has left behind: each call looks whether it is time to, which is at the start, after a step
 * back, and now and then. To be called only while the time is certain.
 */
export function mendFarTimes({ db, clock, log }: { db: Database; clock: Clock; log: Log }): () => Promise<void> {
  let lastUs = clock();
  let mendedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowUs = clock();
    const wasUs = Math.max(lastUs, nowUs);
    if (wasUs === nowUs && performance.now() - mendedAtMs < EVERY_MS) {
      lastUs = nowUs;
      return;
    }
    const moved = await bringBackFarTimes(db, { nowUs, wasUs });
    if (moved > 0) log.warn({ rows: moved }, 'brought back what a wrong clock had put into the future');
    lastUs = nowUs;
    mendedAtMs = performance.now();
  };
}
