import type { RateReading } from '../../../core/exchange-rate.ts';
import { isObject, parseObject } from '../../../platform/text/json-object.ts';
import { roundRate } from './round-rate.ts';

/** 1970 to 2100, so that microseconds can be represented and formatted. */
const LAST_SECOND = 4_102_444_800;

/** The gourde rate in a response of open.er-api.com for the base USD; undefined for anything else. */
export function parseOpenErApi(text: string): RateReading | undefined {
  const response = parseObject(text);
  if (response?.result !== 'success' || response.base_code !== 'USD') return undefined;
  const { rates } = response;
  if (!isObject(rates) || !Object.hasOwn(rates, 'HTG') || typeof rates.HTG !== 'number') return undefined;
  // If a dollar is not one dollar, every other number is suspect.
  if (Object.hasOwn(rates, 'USD') && rates.USD !== 1) return undefined;
  const rateE4 = roundRate(String(rates.HTG));
  return rateE4 === undefined ? undefined : { rateE4, publishedAtUs: momentOf(response.time_last_update_unix) };
}

function momentOf(seconds: unknown): number | null {
  return Number.isInteger(seconds) && (seconds as number) > 0 && (seconds as number) < LAST_SECOND
    ? (seconds as number) * 1_000_000
    : null;
}
