const MINUTE_US = 60_000_000;
const HOUR_US = 60 * MINUTE_US;

/**
 * A live payment that failed may still be paid: by a customer whose page was open, or in a ledger that is slow. After each of
 * these waits its provider is asked once more, and money that came is shown to the operator. Microseconds.
 */
export const LATE_CHECK_WAITS_US = [10 * MINUTE_US, HOUR_US, 6 * HOUR_US, 24 * HOUR_US, 72 * HOUR_US] as const;
