import type { Actor } from '../../core/actor.ts';
import { US_PER_MINUTE } from '../../core/durations.ts';
import { formatRate } from '../../core/money.ts';
import { formatTimestamp, momentOf } from '../../core/timestamps.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Http } from '../../platform/network/http.ts';
import { type Change, recordChange } from '../audit/store/record-change.ts';
import { isOldRate, observedRate } from './exchange-rate.ts';
import type { RateReading, RateSource } from './rate-reading.ts';
import { fetchRate, NoRate } from './sources/fetch-rate.ts';
import { judgeRate } from './sources/judge-rate.ts';
import type { RateSourceSettings } from './sources/rate-settings.ts';
import {
  claimRateFetch,
  findNewestRate,
  findNewestRateOf,
  lockRateSource,
  nextRateFetchAtUs,
  type ObservedRate,
  recordRate,
} from './store/exchange-rates.ts';

/**
 * The lease of a query, longer than a source may take to respond. If a worker dies during a query, another takes over
 * after this time.
 */
const LEASE_US = US_PER_MINUTE;
/** A source that failed is queried again after this time, or after the usual interval if that is shorter. */
const RETRY_MINUTES = 10;
/** How far the clocks of two nodes may differ. */
const CLOCKS_APART_US = 10 * US_PER_MINUTE;

export interface RefreshDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly http: Http;
  /** The actor of a manual query, recorded with a new rate; undefined for a worker. */
  readonly actor?: Actor | undefined;
}

/** The outcome of a query to a source. */
export interface Refresh {
  /**
   * `new`: a rate or a publication time that differs from the last one. `unchanged`: the last rate, confirmed. The
   * other results stored no rate.
   */
  readonly result: 'new' | 'unchanged' | 'away' | 'unreadable' | 'refused';
  /** Why no rate was stored; null if there was no fault. */
  readonly reason: string | null;
  /** The last good rate after the query; undefined when there is none. */
  readonly inForce: ObservedRate | undefined;
}

/**
 * Queries the source if a query is due and no other worker makes it. Returns the outcome; undefined when the source was
 * not queried.
 */
export async function refreshDueRate(deps: RefreshDeps, settings: RateSourceSettings): Promise<Refresh | undefined> {
  const { db, clock } = deps;
  const nowUs = clock();
  const latestUs = nowUs + settings.refreshMinutes * US_PER_MINUTE + CLOCKS_APART_US;
  const nextUs = await nextRateFetchAtUs(db, settings.source);
  if (nextUs !== undefined && nextUs > nowUs && nextUs <= latestUs) return undefined;
  const times = { nowUs, leaseUntilUs: nowUs + LEASE_US, latestUs };
  return (await claimRateFetch(db, settings.source, times)) ? refreshRate(deps, settings) : undefined;
}

/** Queries the source now, stores a good rate, plans the next query, and logs one line. */
export async function refreshRate(deps: RefreshDeps, settings: RateSourceSettings): Promise<Refresh> {
  const started = performance.now();
  const refresh = await querySource(deps, settings);
  logRefresh(deps, settings, refresh, Math.round(performance.now() - started));
  return refresh;
}

async function querySource({ db, clock, http, actor }: RefreshDeps, settings: RateSourceSettings): Promise<Refresh> {
  const { source, bounds, refreshMinutes } = settings;
  const minutes = { usual: refreshMinutes, retry: Math.min(refreshMinutes, RETRY_MINUTES) };
  const inTransaction = (wait: keyof typeof minutes, work: (tx: Transaction, nowUs: number) => Promise<Refresh>) =>
    db.transaction(async (tx) => {
      const nowUs = clock();
      await lockRateSource(tx, source, nowUs + minutes[wait] * US_PER_MINUTE);
      return work(tx, nowUs);
    });
  const lastGood = (tx: Transaction) => findNewestRate(tx, source, bounds);
  try {
    const reading = await fetchRate(http, settings);
    return await inTransaction('usual', async (tx, nowUs) => {
      const last = await lastGood(tx);
      const own = await findNewestRateOf(tx, source, bounds);
      const known = last && { rateE4: last.rateE4, publishedAtUs: own?.publishedAtUs ?? null };
      const judgement = judgeRate(reading, { bounds, lastGood: known, nowUs });
      if (!judgement.isGood) return { result: 'refused', reason: judgement.reason, inForce: last };
      const isNew = await recordRate(tx, source, judgement.reading, nowUs);
      if (isNew && actor) {
        const change = rateChange(source, last, judgement.reading);
        await recordChange(tx, { actor, clock }, change);
      }
      return { result: isNew ? 'new' : 'unchanged', reason: null, inForce: await lastGood(tx) };
    });
  } catch (error) {
    if (!(error instanceof NoRate)) throw error;
    const result = error.isUnavailable ? 'away' : 'unreadable';
    return inTransaction('retry', async (tx) => ({ result, reason: error.message, inForce: await lastGood(tx) }));
  }
}

function rateChange(source: RateSource, last: ObservedRate | undefined, reading: RateReading): Change {
  return {
    action: 'rate.refresh',
    subject: { kind: 'exchange_rate', id: null },
    before: last ? { rate: formatRate(last.rateE4), source: last.source } : null,
    after: { rate: formatRate(reading.rateE4), source, published_at: momentOf(reading.publishedAtUs) },
  };
}

/** An error that only an operator can fix is logged as an error; an unavailable source recovers by itself. */
function logRefresh(
  { clock, log }: RefreshDeps,
  { source }: RateSourceSettings,
  { result, reason, inForce }: Refresh,
  durationMs: number,
): void {
  const isOld = inForce !== undefined && isOldRate(inForce, clock());
  const line = {
    source,
    result,
    ...(reason !== null && { reason }),
    ...(inForce
      ? { rate: formatRate(inForce.rateE4), updated_at: formatTimestamp(observedRate(inForce).updatedAtUs ?? 0) }
      : { rate: null }),
    ...(isOld && { is_old: true }),
    duration_ms: durationMs,
  };
  const text = isOld ? 'exchange rate; the one in force is older than 3 days' : 'exchange rate';
  if (result === 'unreadable' || result === 'refused') log.error(line, text);
  else if (result === 'away' || isOld) log.warn(line, text);
  else log.info(line, text);
}
