import { US_PER_DAY, US_PER_HOUR, US_PER_MINUTE } from '../core/durations.ts';

/** The reload interval up to each age of a payment. It grows, because the customer pays for the data. */
const STEPS: readonly (readonly [untilUs: number, seconds: number])[] = [
  [2 * US_PER_MINUTE, 3],
  [10 * US_PER_MINUTE, 5],
  [30 * US_PER_MINUTE, 10],
  [US_PER_HOUR, 30],
  [US_PER_DAY, 60],
];

/**
 * The seconds after which a waiting page reloads, for the `Refresh` header, which works without JavaScript. The interval depends on the
 * payment's age and not on a counter in the address: browsers keep every address in their history, and going back would lead through all of
 * them. Undefined once no one is expected to be watching.
 */
export function reloadSeconds(ageUs: number): number | undefined {
  return STEPS.find(([untilUs]) => ageUs < untilUs)?.[1];
}
