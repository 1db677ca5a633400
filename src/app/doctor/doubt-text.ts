import type { Doubt } from '../../platform/clock/time-keeper.ts';

/** Describes why the clock is not trusted. */
export function doubtText(doubt: Doubt): string {
  const seconds = `${Math.abs(Math.round(doubt.stepUs / 100_000) / 10)} s`;
  switch (doubt.reason) {
    case 'step':
      return `the clock was set ${doubt.stepUs < 0 ? 'back' : 'forward'} by ${seconds}`;
    case 'behind':
      return `the clock is ${seconds} behind the newest time in the database`;
    case 'pause':
      return `Peye did not run for ${seconds}, if the clock is right`;
  }
}
