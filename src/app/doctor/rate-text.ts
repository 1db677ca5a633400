import type { Config } from '../../config.ts';
import { formatRate } from '../../domain/money.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import { observedRate } from '../../payments/exchange-rate.ts';
import type { ObservedRate } from '../../storage/exchange-rates.ts';
import type { ManualRate } from '../../storage/manual-rates.ts';

/** A rate for people: its value, its source and its time. */
export function describeRate(rate: ObservedRate): string {
  const { updatedAtUs } = observedRate(rate);
  return `${formatRate(rate.rateE4)} HTG for 1 USD, ${rate.source}, of ${formatTimestamp(updatedAtUs ?? rate.fetchedAtUs)}`;
}

/** A rate that was set by hand and is in use; undefined when there is none. */
export function manualText(manual: ManualRate | undefined): string | undefined {
  if (!manual || manual.rateE4 === null) return undefined;
  return `The rate is set by hand: ${formatRate(manual.rateE4)} HTG for 1 USD, by ${manual.setBy} at ${formatTimestamp(manual.setAtUs)}.`;
}

/** What is used before a source has given a rate. */
export function settingText({ exchangeRate: { fixedE4, source } }: Config): string {
  const rate = `${formatRate(fixedE4)} HTG for 1 USD (EXCHANGE_RATE)`;
  return source === null ? `The rate is fixed: ${rate}.` : `${source.source} has said nothing yet; in use: ${rate}.`;
}
