const MINUTE_US = 60_000_000;

/** Until which age of a payment its page asks how often. A customer waits on the line that they pay for. */
const STEPS: readonly (readonly [untilUs: number, seconds: number])[] = [
  [2 * MINUTE_US, 3],
  [10 * MINUTE_US, 5],
  [30 * MINUTE_US, 10],
  [60 * MINUTE_US, 30],
  [24 * 60 * MINUTE_US, 60],
];

/**
 * After how many seconds a page that waits for a provider loads itself again: for the header `Refresh`, which works without
 * JavaScript. By the age of the payment and not by a number in the address, because a browser that is sent to another address
 * remembers the one before, and going back would lead through all of them. Undefined once nobody is thought to look any more.
 */
export function reloadSeconds(ageUs: number): number | undefined {
  return STEPS.find(([untilUs]) => ageUs < untilUs)?.[1];
}
