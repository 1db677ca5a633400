import type { Database, Row, Transaction } from '../../../database/database.ts';
import { bigint, tableOf, text } from '../../../database/table.ts';
import { RATE_SOURCES, type RateReading, type RateSource } from '../rate-reading.ts';

/** A rate that was accepted from a source. */
export interface ObservedRate extends RateReading {
  readonly source: RateSource;
  /** 1 for the first rate of a source, 2 for the second, and so on. */
  readonly number: number;
  /** When it was first seen. */
  readonly fetchedAtUs: number;
  /** When it was last seen. */
  readonly confirmedAtUs: number;
}

const RATES = tableOf<ObservedRate>('exchange_rates', {
  source: text('source'),
  number: bigint('number'),
  rateE4: bigint('rate_e4'),
  publishedAtUs: bigint('published_at_us'),
  fetchedAtUs: bigint('fetched_at_us'),
  confirmedAtUs: bigint('confirmed_at_us'),
});

const FETCHES = tableOf<{ source: RateSource; nextFetchAtUs: number }>('exchange_rate_fetches', {
  source: text('source'),
  nextFetchAtUs: bigint('next_fetch_at_us'),
});
const SET_FETCH = FETCHES.insertion('ON CONFLICT (source) DO UPDATE SET next_fetch_at_us = excluded.next_fetch_at_us');

type Reader = Pick<Database, 'query'>;

/**
 * The last good rate within the bounds: the newest rate of this source, or of another source if that was seen later. So
 * switching back to a source does not restore its old rate.
 */
export async function findNewestRate(
  db: Reader,
  source: RateSource,
  bounds: { minE4: number; maxE4: number },
): Promise<ObservedRate | undefined> {
  let newest = await findNewestRateOf(db, source, bounds);
  for (const other of RATE_SOURCES.filter((each) => each !== source)) {
    const rate = await findNewestRateOf(db, other, bounds);
    if (rate && (!newest || rate.confirmedAtUs > newest.confirmedAtUs)) newest = rate;
  }
  return newest;
}

/** The newest rate within the bounds that this source itself published. */
export async function findNewestRateOf(
  db: Reader,
  source: RateSource,
  { minE4, maxE4 }: { minE4: number; maxE4: number },
): Promise<ObservedRate | undefined> {
  const [row] = await db.query(
    `SELECT ${RATES.columns} FROM exchange_rates WHERE source = $1 AND rate_e4 BETWEEN $2 AND $3 ORDER BY number DESC LIMIT 1`,
    [source, minE4, maxE4],
  );
  return row && RATES.read(row);
}

/** The newest rates of all sources, newest first. */
export async function listRates(db: Reader, limit: number): Promise<ObservedRate[]> {
  const rows = await db.query(
    `SELECT ${RATES.columns} FROM exchange_rates ORDER BY fetched_at_us DESC, number DESC LIMIT $1`,
    [limit],
  );
  return rows.map(RATES.read);
}

/** The newest rates of all sources that were first seen before a moment, newest first. */
export async function listRatesBefore(
  db: Reader,
  { beforeUs, limit }: { beforeUs: number; limit: number },
): Promise<ObservedRate[]> {
  const rows = await db.query(
    `SELECT ${RATES.columns} FROM exchange_rates WHERE fetched_at_us < $1 ORDER BY fetched_at_us DESC, number DESC LIMIT $2`,
    [beforeUs, limit],
  );
  return rows.map(RATES.read);
}

/**
 * Records a source's rate: as a new one, or as a confirmation of the newest. Returns whether it is new. The caller must
 * hold the source's row (`lockRateSource`), so that two rates never get the same number.
 */
export async function recordRate(
  tx: Transaction,
  source: RateSource,
  { rateE4, publishedAtUs }: RateReading,
  nowUs: number,
): Promise<boolean> {
  const [row] = await tx.query(
    `SELECT ${RATES.columns} FROM exchange_rates WHERE source = $1 ORDER BY number DESC LIMIT 1`,
    [source],
  );
  const last = row && RATES.read(row);
  if (last && last.rateE4 === rateE4 && last.publishedAtUs === publishedAtUs) {
    await tx.query(
      'UPDATE exchange_rates SET confirmed_at_us = $3 WHERE source = $1 AND number = $2 AND confirmed_at_us < $3',
      [source, last.number, nowUs],
    );
    return false;
  }
  const number = (last?.number ?? 0) + 1;
  const rate = { source, number, rateE4, publishedAtUs, fetchedAtUs: nowUs, confirmedAtUs: nowUs };
  await tx.query(RATES.insertion(), RATES.valuesOf(rate));
  return true;
}

/**
 * Claims the next query of a source. Once the query is due, returns true to one caller only. A due time beyond
 * `latestUs` was written by a wrong clock, or under another setting, and counts as due.
 */
export function claimRateFetch(
  db: Database,
  source: RateSource,
  { nowUs, leaseUntilUs, latestUs }: { nowUs: number; leaseUntilUs: number; latestUs: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx.query(
      `${SET_FETCH}
         WHERE exchange_rate_fetches.next_fetch_at_us <= $3 OR exchange_rate_fetches.next_fetch_at_us > $4
       RETURNING source`,
      [...FETCHES.valuesOf({ source, nextFetchAtUs: leaseUntilUs }), nowUs, latestUs],
    );
    return rows.length === 1;
  });
}

/** When a source is queried next; undefined when it never was. */
export async function nextRateFetchAtUs(db: Reader, source: RateSource): Promise<number | undefined> {
  const [row] = await db.query<Row & { next_fetch_at_us: number }>(
    'SELECT next_fetch_at_us FROM exchange_rate_fetches WHERE source = $1',
    [source],
  );
  return row?.next_fetch_at_us;
}

/** Sets when a source is queried next, and keeps other processes from recording its rates until the transaction ends. */
export async function lockRateSource(tx: Transaction, source: RateSource, nextFetchAtUs: number): Promise<void> {
  await tx.query(SET_FETCH, FETCHES.valuesOf({ source, nextFetchAtUs }));
}
