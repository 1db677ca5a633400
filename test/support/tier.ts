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

/**
 * The looks in which a case is tested, such as languages: by night all of them, by day one. The next case, by its number, has the next
 * look, so that each look is tested by day as well.
 */
export function looksOf<T>(all: readonly T[], nth: number): readonly T[] {
  return IS_NIGHT ? all : [all[nth % all.length] as T];
}
