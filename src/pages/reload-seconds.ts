const MINUTE_US = 60_000_000;

/** The reload interval up to each age of a payment. It grows, because the customer pays for the data. */
const STEPS: readonly (readonly [untilUs: number, seconds: number])[] = [
  [2 * MINUTE_US, 3],
  [10 * MINUTE_US, 5],
  [30 * MINUTE_US, 10],
  [60 * MINUTE_US, 30],
  [24 * 60 * MINUTE_US, 60],
];

/**
 * The seconds after which a waiting page reloads, for the `Refresh` header, which works without JavaScript. The interval depends on the
 * payment's age and not on a counter in the address: browsers keep every address in their history, and going back would lead through all of
 * them. Undefined once no one is expected to be watching.
 */
export function reloadSeconds(ageUs: number): number | undefined {
  return STEPS.find(([untilUs]) => ageUs < untilUs)?.[1];
}
