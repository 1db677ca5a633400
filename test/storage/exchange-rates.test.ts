import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { RateReading, RateSource } from '../../src/features/rates/rate-reading.ts';
import {
  claimRateFetch,
  findNewestRate,
  listRates,
  lockRateSource,
  nextRateFetchAtUs,
  recordRate,
} from '../../src/features/rates/store/exchange-rates.ts';
import { onBothEngines } from '../support/engines.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const WIDE = { minE4: 10_000, maxE4: 100_000_000 };
const MINUTE_US = 60_000_000;
const NOW_US = 1_795_200_000_000_000;

onBothEngines('exchange rates in the store', (engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine);
  });
  after(() => store.close());
  beforeEach(() =>
    store.db.transaction(async (tx) => {
      await tx.query('DELETE FROM exchange_rates');
      await tx.query('DELETE FROM exchange_rate_fetches');
    }),
  );

  const record = (source: RateSource, reading: RateReading, nowUs: number, db = store.db) =>
    db.transaction(async (tx) => {
      await lockRateSource(tx, source, nowUs + MINUTE_US);
      return recordRate(tx, source, reading, nowUs);
    });
  const claim = (nowUs: number, db = store.db) =>
    claimRateFetch(db, 'brh', { nowUs, leaseUntilUs: nowUs + MINUTE_US, latestUs: nowUs + 70 * MINUTE_US });

  /** The database handles of several nodes. On SQLite there is one: two handles on one file in one process would wait for each other. */
  const handles = () => (engine === 'sqlite' ? [store.db] : [store.db, store.open(), store.open(), store.open()]);

  it('stores every rate, and a repeated one only as confirmed', async () => {
    const reported: [rateE4: number, publishedAtUs: number | null, isNew: boolean][] = [
      [1_305_549, 10, true],
      [1_305_549, 10, false],
      [1_305_549, 20, true],
      [1_310_000, 20, true],
      [1_305_549, 20, true],
      [1_305_549, null, true],
      [1_305_549, null, false],
    ];
    for (const [at, [rateE4, publishedAtUs, isNew]] of reported.entries()) {
      assert.equal(await record('brh', { rateE4, publishedAtUs }, 100 + at), isNew, String(at));
    }
    const kept = (await listRates(store.db, 10)).map((rate) => [
      rate.number,
      rate.rateE4,
      rate.publishedAtUs,
      rate.fetchedAtUs,
      rate.confirmedAtUs,
    ]);
    assert.deepEqual(kept, [
      [5, 1_305_549, null, 105, 106],
      [4, 1_305_549, 20, 104, 104],
      [3, 1_310_000, 20, 103, 103],
      [2, 1_305_549, 20, 102, 102],
      [1, 1_305_549, 10, 100, 101],
    ]);
    assert.equal((await listRates(store.db, 2)).length, 2);
  });

  it('is not confused by a clock that was set back', async () => {
    await record('brh', { rateE4: 1_300_000, publishedAtUs: null }, 1_000);
    assert.equal(await record('brh', { rateE4: 1_300_000, publishedAtUs: null }, 500), false);
    assert.equal((await findNewestRate(store.db, 'brh', WIDE))?.confirmedAtUs, 1_000);
    await record('brh', { rateE4: 1_310_000, publishedAtUs: null }, 400);
    assert.equal(
      (await findNewestRate(store.db, 'brh', WIDE))?.rateE4,
      1_310_000,
      'the rate that was recorded later, whatever the clock showed',
    );
  });

  it('finds the newest rate of the source within the bounds, and one of another source when the source has none', async () => {
    assert.equal(await findNewestRate(store.db, 'brh', WIDE), undefined);
    await record('open_er_api', { rateE4: 1_290_000, publishedAtUs: null }, 1);
    assert.equal((await findNewestRate(store.db, 'brh', WIDE))?.source, 'open_er_api');
    await record('brh', { rateE4: 1_300_000, publishedAtUs: null }, 2);
    await record('brh', { rateE4: 2_500_000, publishedAtUs: null }, 3);
    assert.equal((await findNewestRate(store.db, 'brh', WIDE))?.rateE4, 2_500_000);
    assert.equal((await findNewestRate(store.db, 'brh', { ...WIDE, maxE4: 2_499_999 }))?.rateE4, 1_300_000);
    assert.equal(await findNewestRate(store.db, 'brh', { minE4: 10_000, maxE4: 10_001 }), undefined);
  });

  it('finds the rate of another source while that rate is newer, so that a return to the first source uses no old rate', async () => {
    await record('brh', { rateE4: 1_300_000, publishedAtUs: null }, 1);
    await record('open_er_api', { rateE4: 1_650_000, publishedAtUs: null }, 5);
    assert.equal((await findNewestRate(store.db, 'brh', WIDE))?.rateE4, 1_650_000);
    await record('brh', { rateE4: 1_652_000, publishedAtUs: null }, 6);
    assert.equal((await findNewestRate(store.db, 'brh', WIDE))?.rateE4, 1_652_000);
  });

  it('never assigns the same number to two rates that nodes record concurrently', async () => {
    const nodes = handles();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        record('brh', { rateE4: 1_300_000 + index, publishedAtUs: null }, 100 + index, nodes[index % nodes.length]),
      ),
    );
    const numbers = (await listRates(store.db, 100)).map((rate) => rate.number).sort((a, b) => a - b);
    assert.deepEqual(
      numbers,
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });

  it('lets one of many workers request the rate, once in an interval', async () => {
    const nodes = handles();
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, index) => claim(NOW_US, nodes[index % nodes.length])),
    );
    assert.equal(claims.filter(Boolean).length, 1);
    assert.equal(await claim(NOW_US + MINUTE_US - 1), false, 'the lease has not expired');
    assert.equal(await claim(NOW_US + MINUTE_US), true, 'the lease has expired');
  });

  it('requests the rate at once when the time of the next request cannot be right', async () => {
    await store.db.transaction((tx) => lockRateSource(tx, 'brh', NOW_US + 70 * MINUTE_US));
    assert.equal(await claim(NOW_US), false);
    await store.db.transaction((tx) => lockRateSource(tx, 'brh', NOW_US + 70 * MINUTE_US + 1));
    assert.equal(await claim(NOW_US), true);
    assert.equal(await nextRateFetchAtUs(store.db, 'brh'), NOW_US + MINUTE_US);
    assert.equal(await nextRateFetchAtUs(store.db, 'open_er_api'), undefined);
  });
});
