import type { Actor } from '../../core/actor.ts';
import { rateNumber } from '../../core/money.ts';
import { formatTimestamp, momentOf } from '../../core/timestamps.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Http } from '../../platform/network/http.ts';
import { type ExchangeRate, type ExchangeRates, fixedRate, observedRate } from './exchange-rate.ts';
import type { Refresh } from './refresh-rate.ts';
import type { RateByHand } from './set-rate.ts';
import type { RateSettings, RateSourceSettings } from './sources/rate-settings.ts';
import { findNewestRate, listRates, type ObservedRate } from './store/exchange-rates.ts';
import { findManualRate, type ManualRate } from './store/manual-rates.ts';

export interface RateVerbs {
  /** The current rate, as last read from the store. While the store is unavailable, the last rate stays in use. */
  readonly inForce: ExchangeRates;
  /** The source of the rate; undefined when the settings fix the rate. */
  readonly source: SourceVerbs | undefined;
  readonly settings: RateSettings;
  /** Reads the current rate from the store, whichever node fetched or set it. */
  readonly read: () => Promise<void>;
  /** Sets or removes the manual rate. This process uses it at once, others within ten seconds. */
  readonly set: (given: RateByHand) => Promise<ManualRate>;
  /** The same functions for another actor: manual requests are recorded as that actor's. */
  readonly as: (actor: Actor) => RateVerbs;
}

export interface SourceVerbs {
  /**
   * Queries the source if a query is due and no other worker makes it. Undefined when the source was not queried, or
   * `close` aborted the query.
   */
  refreshDue(): Promise<Refresh | undefined>;
  /** Queries the source now. */
  refresh(): Promise<Refresh>;
  /** Aborts this process's queries to the source, now and later. Another worker queries the source when the lease ends. */
  close(): Promise<void>;
}

export interface RateParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** The actor of manual requests. */
  readonly actor: Actor;
  /** Creates a separate client for the source, so that a stop can abort its calls without affecting others. */
  readonly connect: () => { readonly http: Http; close(): Promise<void> };
}

/** Binds the functions of the exchange rate. The current rate is read before this returns. */
export async function rateVerbs(parts: RateParts, settings: RateSettings): Promise<RateVerbs> {
  const { fixedE4, source, bounds } = settings;
  const fixed = fixedRate(fixedE4);
  let current: ExchangeRate;
  const read = async () => {
    const manual = await findManualRate(parts.db);
    const newest = source && !manual?.rateE4 ? await findNewestRate(parts.db, source.source, source.bounds) : undefined;
    if (manual?.rateE4) current = { rateE4: manual.rateE4, updatedAtUs: manual.setAtUs, source: null };
    else current = newest ? observedRate(newest) : fixed();
  };
  await read();
  const queries = source === null ? undefined : queriesTo(parts, source);
  const verbsOf = (actor: Actor): RateVerbs => ({
    inForce: () => current,
    source: queries && sourceFor(queries, actor),
    settings,
    read,
    async set(given) {
      const { db, clock } = parts;
      const { setRate } = await import('./set-rate.ts');
      await read();
      const rate = await setRate({ db, clock, actor }, given, { bounds, inForceE4: current.rateE4 });
      await read();
      return rate;
    },
    as: verbsOf,
  });
  return verbsOf(parts.actor);
}

function sourceFor({ refreshDue, refresh, close }: ReturnType<typeof queriesTo>, actor: Actor): SourceVerbs {
  return { refreshDue, close, refresh: () => refresh(actor) };
}

function queriesTo({ connect, db, clock, log }: RateParts, source: RateSourceSettings) {
  const parts = { db, clock, log };
  const client = connect();
  let isClosed = false;
  const http: Http = async (request) => {
    try {
      return await client.http(request);
    } catch (error) {
      // An aborted query proves nothing about the source.
      throw isClosed ? new Error('stopped while querying the source') : error;
    }
  };
  return {
    async refreshDue(): Promise<Refresh | undefined> {
      try {
        const { refreshDueRate } = await import('./refresh-rate.ts');
        return await refreshDueRate({ ...parts, http }, source);
      } catch (error) {
        if (!isClosed) throw error;
        return undefined;
      }
    },
    async refresh(actor: Actor) {
      return (await import('./refresh-rate.ts')).refreshRate({ ...parts, http, actor }, source);
    },
    close(): Promise<void> {
      isClosed = true;
      return client.close();
    },
  };
}

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
