import { rateNumber } from '../../core/money.ts';
import { formatTimestamp, momentOf } from '../../core/timestamps.ts';
import type { ObservedRate } from './store/exchange-rates.ts';
import type { ManualRate } from './store/manual-rates.ts';

/** A source's rate as JSON for operators. In a list it shows whether it is the current one. */
export function rateJson(rate: ObservedRate, isUsed?: boolean): Record<string, unknown> {
  return {
    source: rate.source,
    rate: rateNumber(rate.rateE4),
    published_at: momentOf(rate.publishedAtUs),
    fetched_at: formatTimestamp(rate.fetchedAtUs),
    confirmed_at: formatTimestamp(rate.confirmedAtUs),
    ...(isUsed !== undefined && { in_use: isUsed }),
  };
}

/** A manual rate as JSON for operators. `rate` is null when it was removed. */
export function manualRateJson({ rateE4, setAtUs, setBy }: ManualRate): Record<string, unknown> {
  return { rate: rateE4 === null ? null : rateNumber(rateE4), set_at: formatTimestamp(setAtUs), set_by: setBy };
}
