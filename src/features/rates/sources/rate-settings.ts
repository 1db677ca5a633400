import { formatRate, parseDecimal, RATE_SCALE, type RateE4 } from '../../../core/money.ts';
import { ConfigError, parseUrl, type SettingsReader } from '../../../platform/settings-reader.ts';
import { RATE_SOURCES, type RateSource } from '../rate-reading.ts';

/** Neither URL was checked against the live source: `EXCHANGE_RATE_URL` can replace either. */
const ADDRESSES: Record<RateSource, string> = {
  brh: 'https://www.brh.ht/taux-du-jour/',
  open_er_api: 'https://open.er-api.com/v6/latest/USD',
};

/** The rates that the settings and the store can hold. */
const LOWEST = RATE_SCALE;
const HIGHEST = 10_000 * RATE_SCALE;

/** The bounds within which a rate is accepted. */
export interface RateBounds {
  readonly minE4: RateE4;
  readonly maxE4: RateE4;
  /** The largest change from the last good rate; 0 allows every change. */
  readonly maxChangePercent: number;
}

export interface RateSourceSettings {
  readonly source: RateSource;
  readonly url: string;
  readonly refreshMinutes: number;
  readonly bounds: RateBounds;
}

export interface RateSettings {
  /** The rate that applies when no source is set, and until a source's first valid response. */
  readonly fixedE4: RateE4;
  /** The bounds of accepted rates, from a source or set manually. */
  readonly bounds: RateBounds;
  /** Null: the rate is fixed. */
  readonly source: RateSourceSettings | null;
}

/** Reads EXCHANGE_RATE and the settings whose names start with it. Throws ConfigError. */
export function readRateSettings({ read, integer, choice }: SettingsReader): RateSettings {
  const rate = (name: string, fallback: RateE4) =>
    read(name, fallback, 'gourdes for one dollar, from 1 to 10000, with at most four decimals', parseRate);
  const fixedE4 = rate('EXCHANGE_RATE', 1_305_000);
  const source = choice('EXCHANGE_RATE_SOURCE', 'fixed', ['fixed', ...RATE_SOURCES]);
  const address = read<string | null>(
    'EXCHANGE_RATE_URL',
    null,
    'an http:// or https:// address without a user and a fragment',
    parseAddress,
  );
  const refreshMinutes = integer('EXCHANGE_RATE_REFRESH_MINUTES', 60, 1, 10_080);
  const bounds = {
    minE4: rate('EXCHANGE_RATE_MIN', 80 * RATE_SCALE),
    maxE4: rate('EXCHANGE_RATE_MAX', 300 * RATE_SCALE),
    maxChangePercent: integer('EXCHANGE_RATE_MAX_CHANGE_PERCENT', 20, 0, 1000),
  };
  if (bounds.minE4 > bounds.maxE4) {
    throw new ConfigError(
      `EXCHANGE_RATE_MIN (${formatRate(bounds.minE4)}) is above EXCHANGE_RATE_MAX (${formatRate(bounds.maxE4)}), but must not be.`,
    );
  }
  return {
    fixedE4,
    bounds,
    source: source === 'fixed' ? null : { source, url: address ?? ADDRESSES[source], refreshMinutes, bounds },
  };
}

function parseRate(value: string): RateE4 | undefined {
  const rate = parseDecimal(value, 4);
  return typeof rate === 'number' && rate >= LOWEST && rate <= HIGHEST ? rate : undefined;
}

/**
 * The address exactly as given, because on a WordPress site a trailing slash may decide between a page and a redirect.
 */
function parseAddress(value: string): string | undefined {
  const address = parseUrl(value, ['http:', 'https:']);
  if (address === undefined) return undefined;
  const { username, password, hash } = new URL(address);
  return username || password || hash ? undefined : address;
}
