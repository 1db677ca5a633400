import { US_PER_HOUR, US_PER_MINUTE } from '../../core/durations.ts';

/**
 * A failed live payment may still be paid by a customer whose page was open, or the provider's records may show late that it was paid.
 * After each of these waits it is verified again, and money that arrived is shown to the operator. Microseconds.
 */
export const LATE_CHECK_WAITS_US = [
  10 * US_PER_MINUTE,
  US_PER_HOUR,
  6 * US_PER_HOUR,
  24 * US_PER_HOUR,
  72 * US_PER_HOUR,
] as const;

/** From a payment's failure to its last regular late check. Microseconds. */
export const LATE_CHECKS_END_US = LATE_CHECK_WAITS_US.reduce((sum, waitUs) => sum + waitUs, 0);

/**
 * How often a failed payment is verified in total while its provider still reports an uncertain status: the last wait is repeated, for
 * about a month.
 */
export const MOST_LATE_CHECKS = 14;
