import { US_PER_MS } from './durations.ts';

/** The time of day in microseconds since 1970. Injected, so that tests can move it. */
export type Clock = () => number;

/** Drift of the two counters within one millisecond; anything larger is somebody setting the clock. */
const JITTER_US = US_PER_MS;

/**
 * The system's clock with microseconds. No two readings of one process are equal, and none runs backwards except when
 * the system's clock itself is set back.
 */
export function systemClock(): Clock {
  let lastRead = 0;
  let last = 0;
  return () => {
    const fraction = Math.floor((performance.now() % 1) * 1000);
    const read = Date.now() * 1000 + fraction;
    // Compared with what was read, because what was given runs ahead of that while readings come faster than microseconds.
    const wasSetBack = read < lastRead - JITTER_US;
    lastRead = read;
    last = read > last || wasSetBack ? read : last + 1;
    return last;
  };
}
