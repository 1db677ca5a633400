import type { Doubt } from '../../lib/time-keeper.ts';

/** Why the time is in doubt, for people. */
export function doubtText(doubt: Doubt): string {
  const away = `${Math.abs(Math.round(doubt.stepUs / 100_000) / 10)} s`;
  switch (doubt.reason) {
    case 'step':
      return `the clock was set ${doubt.stepUs < 0 ? 'back' : 'forwards'} by ${away}`;
    case 'behind':
      return `the clock is ${away} behind the newest time in the store`;
    case 'pause':
      return `nothing ran for ${away}, if the clock is right`;
  }
}
