/** Waits before each attempt, seconds: 11 attempts within about three days. */
export const DEFAULT_RETRY_SECONDS: readonly number[] = [
  0, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400,
];
