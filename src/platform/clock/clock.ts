import { US_PER_MS } from '../../core/durations.ts';

/** The time of day in microseconds since 1970. Injected, so that tests can move it. */
export type Clock = () => number;

/** The drift of the two counters within one millisecond. A larger difference means that the clock was set. */
const JITTER_US = US_PER_MS;

/**
 * The system's clock with microseconds. Two readings in one process are never equal, and time never runs backwards unless
 * the system's clock itself is set back.
 */
export function systemClock(): Clock {
  let lastRead = 0;
  let last = 0;
  return () => {
    const fraction = Math.floor((performance.now() % 1) * 1000);
    const read = Date.now() * 1000 + fraction;
    // Compares with the raw reading: the returned value runs ahead of it when readings come faster than once a microsecond.
    const wasSetBack = read < lastRead - JITTER_US;
    lastRead = read;
    last = read > last || wasSetBack ? read : last + 1;
    return last;
  };
}
