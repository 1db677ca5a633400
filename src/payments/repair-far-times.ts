import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { rescheduleFarTimes } from '../storage/clock/far-times.ts';
import type { Database } from '../storage/database.ts';

const EVERY_MS = 60_000;

interface RepairDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** While it is false nothing is repaired. */
  readonly isCertain: () => boolean;
  readonly log: Log;
}

/**
 * Repairs what a wrong clock has left behind: each call checks whether that is due, which is at the start, after a step
 * back, and periodically. Call it while the time is in doubt too: checks are planned by that time, which may step back by less than the
 * doubt has lasted.
 */
export function repairFarTimes({ db, clock, isCertain, log }: RepairDeps): () => Promise<void> {
  let lastUs = clock();
  let repairedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowUs = clock();
    const wasUs = Math.max(lastUs, nowUs);
    // Kept before the store is asked, which may fail: the next round asks for as much.
    lastUs = wasUs;
    if (!isCertain() || (wasUs === nowUs && performance.now() - repairedAtMs < EVERY_MS)) return;
    const moved = await rescheduleFarTimes(db, { nowUs, wasUs });
    if (moved > 0) log.warn({ rows: moved }, 'brought back what a wrong clock had put into the future');
    lastUs = nowUs;
    repairedAtMs = performance.now();
  };
}
