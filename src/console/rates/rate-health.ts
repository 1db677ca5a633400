import { US_PER_MINUTE } from '../../core/durations.ts';
import { isOldRate } from '../../features/rates/exchange-rate.ts';
import type { ObservedRate } from '../../features/rates/store/exchange-rates.ts';

/** The maximum delay of a source's response after its scheduled refresh. */
const LATE_MINUTES = 15;

/**
 * The state of the rate's source, by its newest rate. `never`: it has not sent a rate yet. `silent`: it has missed two refreshes. `old`: it
 * responds, but its rate is days old.
 */
export function rateHealth(
  last: ObservedRate | undefined,
  { nowUs, everyMinutes }: { nowUs: number; everyMinutes: number },
): 'never' | 'silent' | 'old' | 'well' {
  if (!last) return 'never';
  if (nowUs - last.confirmedAtUs > (2 * everyMinutes + LATE_MINUTES) * US_PER_MINUTE) return 'silent';
  return isOldRate(last, nowUs) ? 'old' : 'well';
}
