import { isOldRate } from '../../../payments/exchange-rate.ts';
import type { ObservedRate } from '../../../storage/exchange-rates.ts';

const US_PER_MINUTE = 60_000_000;
/** What may come between a source's turn and its answer. */
const LATE_MINUTES = 15;

/**
 * How the source of the rate does, by its newest rate. `never`: it has not said any yet. `silent`: it has missed two of its turns. `old`:
 * it answers, with a rate of days ago.
 */
export function rateHealth(
  last: ObservedRate | undefined,
  { nowUs, everyMinutes }: { nowUs: number; everyMinutes: number },
): 'never' | 'silent' | 'old' | 'well' {
  if (!last) return 'never';
  if (nowUs - last.confirmedAtUs > (2 * everyMinutes + LATE_MINUTES) * US_PER_MINUTE) return 'silent';
  return isOldRate(last, nowUs) ? 'old' : 'well';
}
