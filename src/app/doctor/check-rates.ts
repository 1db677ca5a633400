import type { Config } from '../../config.ts';
import { US_PER_DAY } from '../../core/durations.ts';
import { formatRate } from '../../core/money.ts';
import type { Database } from '../../database/database.ts';
import { type Finding, ok, problem, warning } from '../../features/operations/finding.ts';
import { isOldRate, observedRate } from '../../features/rates/exchange-rate.ts';
import { findNewestRate } from '../../features/rates/store/exchange-rates.ts';
import { findManualRate } from '../../features/rates/store/manual-rates.ts';
import { failureText } from '../failure.ts';
import { describeRate, manualText, settingText } from './finding-texts.ts';

/** A manual rate that is older is reported as a warning. */
const OLD_DAYS = 3;

/** Fetches the rate from the source, if there is one, and stores nothing. */
export async function checkRateSource({ exchangeRate: { source: settings } }: Config): Promise<Finding[]> {
  if (settings === null) return [];
  const [{ httpClient }, { fetchRate, NoRate }, { judgeRate }] = await Promise.all([
    import('../../platform/network/http.ts'),
    import('../../features/rates/sources/fetch-rate.ts'),
    import('../../features/rates/sources/judge-rate.ts'),
  ]);
  const { http, close } = httpClient();
  const { source, bounds } = settings;
  try {
    const reading = await fetchRate(http, settings);
    const judgement = judgeRate(reading, { bounds, lastGood: undefined, nowUs: Date.now() * 1000 });
    if (judgement.isGood) return [ok('rate_source', `${source}: ${formatRate(reading.rateE4)}`)];
    return [problem('rate_source', `the rate of ${source} was rejected: ${judgement.reason}`, 'Check the source.')];
  } catch (error) {
    if (!(error instanceof NoRate)) return [problem('rate_source', failureText(error), 'See the message.')];
    const fix = error.isUnavailable
      ? 'Check EXCHANGE_RATE_URL, and that this machine can reach it. Until then the last valid rate is used.'
      : 'The page of the source may have changed. Set another EXCHANGE_RATE_SOURCE, or a fixed EXCHANGE_RATE.';
    return [problem('rate_source', error.message, fix)];
  } finally {
    await close();
  }
}

/** Reports the rate that converts payments now, and its age. */
export async function checkRateInUse(config: Config, db: Database): Promise<Finding> {
  const manual = await findManualRate(db);
  const byHand = manualText(manual);
  if (manual && byHand !== undefined) {
    const { minE4, maxE4 } = config.exchangeRate.bounds;
    if (manual.rateE4 !== null && (manual.rateE4 < minE4 || manual.rateE4 > maxE4)) {
      const text = `${byHand} It is outside EXCHANGE_RATE_MIN (${formatRate(minE4)}) to EXCHANGE_RATE_MAX (${formatRate(maxE4)}), and still in use.`;
      return warning(
        'rate_in_use',
        text,
        'Set another rate (peye rates set), remove it (peye rates unset), or change the limits.',
      );
    }
    const days = Math.floor((Date.now() * 1000 - manual.setAtUs) / US_PER_DAY);
    if (days < OLD_DAYS) return ok('rate_in_use', byHand);
    const fix = 'Check whether the rate is still right. Set another one, or remove it (peye rates unset).';
    return warning('rate_in_use', `${byHand} It was set ${days} days ago, and stays until you remove it.`, fix);
  }
  const { source } = config.exchangeRate;
  const rate = source && (await findNewestRate(db, source.source, source.bounds));
  if (!rate) {
    if (source === null) return ok('rate_in_use', settingText(config));
    return warning(
      'rate_in_use',
      settingText(config),
      'A running worker fetches the rate. To fetch it now: peye rates refresh',
    );
  }
  const nowUs = Date.now() * 1000;
  const days = Math.floor((nowUs - (observedRate(rate).updatedAtUs ?? nowUs)) / US_PER_DAY);
  const text = `${describeRate(rate)} (${days < 1 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`} old)`;
  if (!isOldRate(rate, nowUs)) return ok('rate_in_use', text);
  return warning('rate_in_use', text, "Check the source and the worker's log, or set a fixed EXCHANGE_RATE.");
}
