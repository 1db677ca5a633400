import type { Config } from '../../config.ts';
import { formatRate } from '../../core/money.ts';
import { formatTimestamp } from '../../core/timestamps.ts';
import { observedRate } from '../../features/rates/exchange-rate.ts';
import type { ObservedRate } from '../../features/rates/store/exchange-rates.ts';
import type { ManualRate } from '../../features/rates/store/manual-rates.ts';
import { isNeeded, type PreviousKeyNeed } from '../../features/secrets/reseal-secrets.ts';
import type { Doubt } from '../../platform/clock/time-keeper.ts';

/** Describes why the clock is not trusted. */
export function doubtText(doubt: Doubt): string {
  const seconds = `${Math.abs(Math.round(doubt.stepUs / 100_000) / 10)} s`;
  switch (doubt.reason) {
    case 'step':
      return `the clock was set ${doubt.stepUs < 0 ? 'back' : 'forward'} by ${seconds}`;
    case 'behind':
      return `the clock is ${seconds} behind the newest time in the database`;
    case 'pause':
      return `Peye did not run for ${seconds}, if the clock is right`;
  }
}

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

/** Describes when the previous key can be removed. `name` is the setting or the file that has it. */
export function removalText(need: PreviousKeyNeed, nowUs: number, name = 'SECRET_KEY_PREVIOUS'): string {
  if (need.untilUs === null || !isNeeded(need, nowUs)) {
    return `${name} can be removed: only page links of finished payments still use it`;
  }
  const { openPayments, untilUs } = need;
  const payments =
    openPayments === 1 ? '1 open payment has a page link' : `${openPayments} open payments have page links`;
  return `${name} is needed until ${formatTimestamp(untilUs)}: ${payments} that may use it`;
}
