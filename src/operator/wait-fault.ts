/** The longest overlap of two secrets: 365 days. */
const MAX_WAIT_SECONDS = 365 * 86_400;

/** What is wrong with a wait in seconds, until something changes; undefined when nothing is. */
export function waitFault(seconds: number): string | undefined {
  const isGood = Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_WAIT_SECONDS;
  return isGood ? undefined : 'It must be a whole number of seconds, 0 or more; at most 365 days.';
}
