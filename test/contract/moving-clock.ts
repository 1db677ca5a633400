import type { Clock } from '../../src/platform/clock/clock.ts';

/** A clock that stands still until a test sets it; microseconds since 1970. */
export interface MovingClock {
  readonly now: Clock;
  /** To a moment in ISO 8601, with up to six decimals. */
  setTo(moment: string): void;
  forward(seconds: number): void;
}

export function movingClock(moment: string): MovingClock {
  let us = parse(moment);
  return {
    now: () => us,
    setTo: (next) => {
      us = parse(next);
    },
    forward: (seconds) => {
      us += Math.round(seconds * 1_000_000);
    },
  };
}

function parse(moment: string): number {
  const [, seconds = '', fraction = ''] = /^(.+?)(?:\.(\d{1,6}))?Z$/.exec(moment) ?? [];
  return Date.parse(`${seconds}Z`) * 1000 + Number(fraction.padEnd(6, '0'));
}
