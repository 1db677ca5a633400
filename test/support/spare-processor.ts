import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the processors are watched before a look at them counts. */
const WATCHED_MS = 1_000;
/** From this share of busy time on, one more test file would only slow down the others. */
const BUSY = 0.85;

/** The processor time of the machine so far, milliseconds of all processors: all of it, and the part in which they computed. */
export interface ProcessorTime {
  readonly all: number;
  readonly busy: number;
}

/** The processor time of the machine, other programs included. */
export function processorTime(): ProcessorTime {
  const times = cpus().map((processor) => processor.times);
  const idle = times.reduce((sum, each) => sum + each.idle, 0);
  const busy = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0);
  return { all: busy + idle, busy };
}

/** The share of the processor time from `since` until `now` in which the processors computed, from 0 to 1. */
export function busyShare(since: ProcessorTime, now = processorTime()): number {
  return now.all > since.all ? (now.busy - since.busy) / (now.all - since.all) : 0;
}

/**
 * Returns a function that waits until the processors have time to spare, or `isLeft` says that nothing is left to do. Its callers wait one
 * after the other, so that each sees the load of what the one before it has started.
 */
export function spareTurns(isLeft: () => boolean, read = processorTime, watchedMs = WATCHED_MS): () => Promise<void> {
  let last = Promise.resolve();
  const untilSpare = async () => {
    for (let since = read(); isLeft(); ) {
      await sleep(watchedMs);
      const now = read();
      if (busyShare(since, now) < BUSY) return;
      since = now;
    }
  };
  return () => (last = last.then(untilSpare));
}
