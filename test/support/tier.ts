/**
 * How much of the tests runs: `npm test` runs what proves a change in minutes, `npm run test:night` everything: every file with all
 * its repetitions, languages and sizes, on both engines. Files that are named on the command line run as by night. `npm run gate` runs each
 * suite on one engine.
 */
const TIER = process.env.TEST_TIER;
export const IS_NIGHT = TIER === 'night';
export const IS_GATE = TIER === 'gate';

/** A number of rounds, or another size of a test. */
export function byTier<T>({ day, night }: { day: T; night: T }): T {
  return IS_NIGHT ? night : day;
}
