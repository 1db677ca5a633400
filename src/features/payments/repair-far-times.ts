import { MS_PER_MINUTE } from '../../core/durations.ts';
import { rescheduleFarTimes } from '../../database/clock/far-times.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';

const EVERY_MS = MS_PER_MINUTE;

interface RepairDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** While it is false nothing is repaired. */
  readonly isCertain: () => boolean;
  readonly log: Log;
}

/**
 * Repairs the effects of a wrong clock. Each call checks whether a repair is due, which is at the start, after a step
 * back, and periodically. Call it while the time is not trusted too: checks are planned by that time, which may step
 * back by less than the untrusted period has lasted.
 */
export function repairFarTimes({ db, clock, isCertain, log }: RepairDeps): () => Promise<void> {
  let lastUs = clock();
  let repairedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowUs = clock();
    const wasUs = Math.max(lastUs, nowUs);
    // Stored before the store is queried, which may fail: the next round then repairs the same range.
    lastUs = wasUs;
    if (!isCertain() || (wasUs === nowUs && performance.now() - repairedAtMs < EVERY_MS)) return;
    const moved = await rescheduleFarTimes(db, { nowUs, wasUs });
    if (moved > 0) log.warn({ rows: moved }, 'moved back times that a wrong clock had set in the future');
    lastUs = nowUs;
    repairedAtMs = performance.now();
  };
}
