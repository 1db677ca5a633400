import type { Config } from '../../config.ts';
import { formatRate } from '../../core/money.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import { observedRate } from '../../features/rates/exchange-rate.ts';
import type { ObservedRate } from '../../features/rates/store/exchange-rates.ts';
import type { ManualRate } from '../../features/rates/store/manual-rates.ts';

/** Describes a rate: value, source and time. */
export function describeRate(rate: ObservedRate): string {
  const { updatedAtUs } = observedRate(rate);
  return `${formatRate(rate.rateE4)} HTG for 1 USD, ${rate.source}, of ${formatTimestamp(updatedAtUs ?? rate.fetchedAtUs)}`;
}

/** Describes the manual rate in use; undefined without one. */
export function manualText(manual: ManualRate | undefined): string | undefined {
  if (!manual || manual.rateE4 === null) return undefined;
  return `Manual rate: ${formatRate(manual.rateE4)} HTG for 1 USD, set by ${manual.setBy} at ${formatTimestamp(manual.setAtUs)}.`;
}

/** Describes the rate that is used before the source has provided one. */
export function settingText({ exchangeRate: { fixedE4, source } }: Config): string {
  const rate = `${formatRate(fixedE4)} HTG for 1 USD (EXCHANGE_RATE)`;
  return source === null ? `Fixed rate: ${rate}.` : `No rate from ${source.source} yet. In use: ${rate}.`;
}
