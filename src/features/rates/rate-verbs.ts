import type { Actor } from '../../core/actor.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Http } from '../../platform/network/http.ts';
import { type ExchangeRate, type ExchangeRates, fixedRate, observedRate } from './exchange-rate.ts';
import { type Refresh, refreshDueRate, refreshRate } from './refresh-rate.ts';
import type { RateByHand } from './set-rate.ts';
import type { RateSettings, RateSourceSettings } from './sources/rate-settings.ts';
import { findNewestRate } from './store/exchange-rates.ts';
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
      // An aborted query says nothing about the source.
      throw isClosed ? new Error('stopped while querying the source') : error;
    }
  };
  return {
    async refreshDue(): Promise<Refresh | undefined> {
      try {
        return await refreshDueRate({ ...parts, http }, source);
      } catch (error) {
        if (!isClosed) throw error;
        return undefined;
      }
    },
    refresh: (actor: Actor) => refreshRate({ ...parts, http, actor }, source),
    close(): Promise<void> {
      isClosed = true;
      return client.close();
    },
  };
}
