import type { Actor } from '../domain/actor.ts';
import type { Clock } from '../lib/clock.ts';
import type { Http } from '../lib/http.ts';
import type { Log } from '../lib/log.ts';
import type { RateSettings, RateSourceSettings } from '../rates/rate-settings.ts';
import type { Database } from '../storage/database.ts';
import { findNewestRate } from '../storage/exchange-rates.ts';
import { findManualRate, type ManualRate } from '../storage/manual-rates.ts';
import { type ExchangeRate, type ExchangeRates, fixedRate, observedRate } from './exchange-rate.ts';
import { type Refresh, refreshDueRate, refreshRate } from './refresh-rate.ts';
import type { RateByHand } from './set-rate.ts';

export interface RateVerbs {
  /** The rate in force, as the store had it when it was last read. While the store is unavailable, that one stays. */
  readonly inForce: ExchangeRates;
  /** Where the rate comes from; undefined when it is fixed by the settings. */
  readonly source: SourceVerbs | undefined;
  readonly settings: RateSettings;
  /** Takes over what any node has fetched or set. */
  readonly read: () => Promise<void>;
  /** Sets the rate by hand, or takes that back. This process uses it at once, others within ten seconds. */
  readonly set: (given: RateByHand) => Promise<ManualRate>;
  /** The same verbs for somebody else: what is asked for by hand is recorded as that actor's. */
  readonly as: (actor: Actor) => RateVerbs;
}

export interface SourceVerbs {
  /** Asks the source when it is time and no other worker does. Undefined when it was not asked, or `close` broke that off. */
  refreshDue(): Promise<Refresh | undefined>;
  /** Asks the source now. */
  refresh(): Promise<Refresh>;
  /** Breaks off what is asked of the source, for good: another worker asks when the lease is over. */
  close(): Promise<void>;
}

export interface RateParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Who asks by hand. */
  readonly actor: Actor;
  /** Makes a client for the source alone, which a stop can break off without touching anything else. */
  readonly connect: () => { readonly http: Http; close(): Promise<void> };
}

/** Wires what is done about the exchange rate. The rate in force is read before this returns. */
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
  const asked = source === null ? undefined : asking(parts, source);
  const verbsOf = (actor: Actor): RateVerbs => ({
    inForce: () => current,
    source: asked && sourceFor(asked, actor),
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

function sourceFor({ refreshDue, refresh, close }: ReturnType<typeof asking>, actor: Actor): SourceVerbs {
  return { refreshDue, close, refresh: () => refresh(actor) };
}

function asking({ connect, db, clock, log }: RateParts, source: RateSourceSettings) {
  const parts = { db, clock, log };
  const client = connect();
  let isClosed = false;
  const http: Http = async (request) => {
    try {
      return await client.http(request);
    } catch (error) {
      // What we broke off is nothing that the source did.
      throw isClosed ? new Error('stopped while asking the source') : error;
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
