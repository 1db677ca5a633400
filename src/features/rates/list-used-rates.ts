import type { Database } from '../../database/database.ts';
import type { RateSourceSettings } from './sources/rate-settings.ts';
import { findNewestRate, listRates, type ObservedRate } from './store/exchange-rates.ts';
import { findManualRate, type ManualRate } from './store/manual-rates.ts';

/** A rate of a source, and whether it is the current one. */
export interface UsedRate {
  readonly rate: ObservedRate;
  readonly isUsed: boolean;
}

/**
 * `rates`: the newest rates of all sources, newest first. `used`: the current rate, which may be older than all
 * `rates`; undefined when the current rate comes from the settings or was set manually. `manual`: the newest manual
 * rate, or its removal. `source` is null when the settings fix the rate.
 */
export async function listUsedRates(
  db: Pick<Database, 'query'>,
  { source, limit }: { source: RateSourceSettings | null; limit: number },
): Promise<{ rates: UsedRate[]; used: ObservedRate | undefined; manual: ManualRate | undefined }> {
  const manual = await findManualRate(db);
  const isManual = manual !== undefined && manual.rateE4 !== null;
  const used = source === null || isManual ? undefined : await findNewestRate(db, source.source, source.bounds);
  const isUsed = (rate: ObservedRate) => rate.source === used?.source && rate.number === used.number;
  return { rates: (await listRates(db, limit)).map((rate) => ({ rate, isUsed: isUsed(rate) })), used, manual };
}
