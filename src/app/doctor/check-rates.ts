import type { Config } from '../../config.ts';
import { formatRate } from '../../domain/money.ts';
import { US_PER_DAY } from '../../lib/durations.ts';
import { type Finding, ok, problem, warning } from '../../operator/finding.ts';
import { isOldRate, observedRate } from '../../payments/exchange-rate.ts';
import type { Database } from '../../storage/database.ts';
import { findNewestRate } from '../../storage/exchange-rates.ts';
import { findManualRate } from '../../storage/manual-rates.ts';
import { failureText } from '../failure.ts';
import { describeRate, manualText, settingText } from './rate-text.ts';

/** A rate that was set by hand is looked at again after so many. */
const OLD_DAYS = 3;

/** Queries the source, if there is one, and records nothing. */
export async function checkRateSource({ exchangeRate: { source: settings } }: Config): Promise<Finding[]> {
  if (settings === null) return [];
  const [{ httpClient }, { fetchRate, NoRate }, { judgeRate }] = await Promise.all([
    import('../../lib/http.ts'),
    import('../../rates/fetch-rate.ts'),
    import('../../rates/judge-rate.ts'),
  ]);
  const { http, close } = httpClient();
  const { source, bounds } = settings;
  try {
    const reading = await fetchRate(http, settings);
    const judgement = judgeRate(reading, { bounds, lastGood: undefined, nowUs: Date.now() * 1000 });
    if (judgement.isGood) return [ok('rate_source', `${source} says ${formatRate(reading.rateE4)}`)];
    return [problem('rate_source', `${source} says what is not believed: ${judgement.reason}`, 'Look at the source.')];
  } catch (error) {
    if (!(error instanceof NoRate)) return [problem('rate_source', failureText(error), 'See the message.')];
    const fix = error.isUnavailable
      ? 'Check EXCHANGE_RATE_URL, and that this machine reaches it. The last good rate is used meanwhile.'
      : 'Its pages may have changed: set another EXCHANGE_RATE_SOURCE, or a fixed EXCHANGE_RATE.';
    return [problem('rate_source', error.message, fix)];
  } finally {
    await close();
  }
}

/** What payments are converted with now, and how old that is. */
export async function checkRateInUse(config: Config, db: Database): Promise<Finding> {
  const manual = await findManualRate(db);
  const byHand = manualText(manual);
  if (manual && byHand !== undefined) {
    const { minE4, maxE4 } = config.exchangeRate.bounds;
    if (manual.rateE4 !== null && (manual.rateE4 < minE4 || manual.rateE4 > maxE4)) {
      const text = `${byHand} That is outside EXCHANGE_RATE_MIN (${formatRate(minE4)}) to EXCHANGE_RATE_MAX (${formatRate(maxE4)}), and still in use.`;
      return warning(
        'rate_in_use',
        text,
        'Set another (peye rates set), unset it (peye rates unset), or change the bounds.',
      );
    }
    const days = Math.floor((Date.now() * 1000 - manual.setAtUs) / US_PER_DAY);
    if (days < OLD_DAYS) return ok('rate_in_use', byHand);
    const fix = 'Look whether it is right still: set another, or take it back (peye rates unset).';
    return warning('rate_in_use', `${byHand} That is ${days} days ago, and it does not end by itself.`, fix);
  }
  const { source } = config.exchangeRate;
  const rate = source && (await findNewestRate(db, source.source, source.bounds));
  if (!rate) {
    if (source === null) return ok('rate_in_use', settingText(config));
    return warning('rate_in_use', settingText(config), 'A running worker asks it; peye rates refresh does it now.');
  }
  const nowUs = Date.now() * 1000;
  const days = Math.floor((nowUs - (observedRate(rate).updatedAtUs ?? nowUs)) / US_PER_DAY);
  const text = `${describeRate(rate)} (${days < 1 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`} old)`;
  if (!isOldRate(rate, nowUs)) return ok('rate_in_use', text);
  return warning('rate_in_use', text, "Look at the source and at the worker's log, or set a fixed EXCHANGE_RATE.");
}
