import { type Http, LONG_RESPONSE_BYTES, NoResponse } from '../../../platform/network/http.ts';
import { isObject, parseObject } from '../../../platform/text/json-object.ts';
import type { RateReading, RateSource } from '../rate-reading.ts';
import { roundRate } from './judge-rate.ts';
import { parseBrhPage } from './parse-brh-page.ts';
import type { RateSourceSettings } from './rate-settings.ts';

/** The start of 2100. Times up to it can be represented and formatted in microseconds. */
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

/** The time limit of the whole response. */
const TIMEOUT_MS = 15_000;

const SOURCES: Record<RateSource, { accept: string; parse: (text: string) => RateReading | undefined; found: string }> =
  {
    brh: { accept: 'text/html', parse: parseBrhPage, found: 'no page with one plain reference rate' },
    open_er_api: { accept: 'application/json', parse: parseOpenErApi, found: 'no JSON with the gourde for one dollar' },
  };

/** The source gave no readable rate. `isUnavailable`: it did not respond, or responded with a server error or with 429. */
export class NoRate extends Error {
  override readonly name = 'NoRate';
  readonly isUnavailable: boolean;

  constructor(message: string, isUnavailable: boolean) {
    super(message);
    this.isUnavailable = isUnavailable;
  }
}

/**
 * Queries the source once. The result is parsed but not checked against the bounds. Throws NoRate, whose message does not
 * contain the path of the URL.
 */
export async function fetchRate(http: Http, { source, url }: RateSourceSettings): Promise<RateReading> {
  const { accept, parse, found } = SOURCES[source];
  const { host } = new URL(url);
  let status: number;
  let text: string;
  try {
    const headers = { accept, 'user-agent': 'peye', 'accept-encoding': 'identity' };
    ({ status, text } = await http({
      method: 'GET',
      url,
      headers,
      timeoutMs: TIMEOUT_MS,
      maxBytes: LONG_RESPONSE_BYTES,
    }));
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    throw new NoRate(`${host}: ${error.message}`, true);
  }
  if (status !== 200) throw new NoRate(`${host} responded with status ${status}`, status >= 500 || status === 429);
  const reading = parse(text);
  if (!reading) throw new NoRate(`${host} responded with ${found}`, false);
  return reading;
}
