/** The time of day in microseconds since 1970. Injected, so that tests can move it. */
export type Clock = () => number;

/** Drift of the two counters within one millisecond; anything larger is somebody setting the clock. */
const JITTER_US = 1000;

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

/** A clock that never goes back: when the other one is set back, it goes on from where it was. It follows forward at once. */
export function onwardClock(clock: Clock): Clock {
  let last = clock();
  let aheadUs = 0;
  return () => {
    const read = clock();
    aheadUs = Math.max(aheadUs, last - read);
    last = read + aheadUs;
    return last;
  };
}
