/** The time of day in microseconds since 1970. Injected, so that tests can move it. */
export type Clock = () => number;

/** Drift of the two counters within one millisecond; anything larger is somebody setting the clock. */
const JITTER_US = 1000;

/**
 * The system's clock with microseconds. No two readings of one process are equal, and none runs backwards except when
 * the system's clock itself is set back.
 */
export function systemClock(): Clock {
  let last = 0;
  return () => {
    const fraction = Math.floor((performance.now() % 1) * 1000);
    const now = Date.now() * 1000 + fraction;
    last = now <= last && last - now <= JITTER_US ? last + 1 : now;
    return last;
  };
}
