import { MS_PER_MINUTE } from '../../core/durations.ts';
import { rescheduleFarTimes } from '../../database/clock/far-times.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';

const EVERY_MS = MS_PER_MINUTE;

interface RepairDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether the time is trusted. Nothing is repaired while it is not trusted. */
  readonly isCertain: () => boolean;
  readonly log: Log;
}

/**
 * Repairs the effects of a wrong clock. Each call checks whether a repair is due: at the start, after a step back, and
 * periodically. Call it also while the time is not trusted, because checks are planned by that time too. If the time
 * then steps back by less than the length of the untrusted period, only these calls notice the step.
 */
export function repairFarTimes({ db, clock, isCertain, log }: RepairDeps): () => Promise<void> {
  let lastUs = clock();
  let repairedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowUs = clock();
    const wasUs = Math.max(lastUs, nowUs);
    // Set before the store is queried: if the query fails, the next call repairs the same range.
    lastUs = wasUs;
    if (!isCertain() || (wasUs === nowUs && performance.now() - repairedAtMs < EVERY_MS)) return;
    const moved = await rescheduleFarTimes(db, { nowUs, wasUs });
    if (moved > 0) log.warn({ rows: moved }, 'moved back times that a wrong clock had set in the future');
    lastUs = nowUs;
    repairedAtMs = performance.now();
  };
}
