/**
 * The tiers of the tests. `npm test` runs the tests that prove a change in minutes. `npm run test:night` runs every
 * file with all its repetitions, languages and screen sizes, on SQLite and on PostgreSQL. Files named on the command line run in their
 * night form. `npm run gate` runs each suite on one engine.
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
