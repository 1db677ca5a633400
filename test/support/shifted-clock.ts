import { type Clock, systemClock } from '../../src/platform/clock/clock.ts';

/** The system's clock, which a test can move forward. */
export interface ShiftedClock {
  /** Microseconds since 1970. */
  readonly now: Clock;
  /** Milliseconds since 1970, for simulators. */
  readonly nowMs: () => number;
  forward(seconds: number): void;
}

export function shiftedClock(): ShiftedClock {
  const clock = systemClock();
  let aheadUs = 0;
  return {
    now: () => clock() + aheadUs,
    nowMs: () => Math.floor((clock() + aheadUs) / 1000),
    forward(seconds) {
      aheadUs += Math.round(seconds * 1_000_000);
    },
  };
}
