import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { DatabaseUnavailable, type InsertRows, type Value } from '../../src/database/database.ts';
import { onBothEngines } from '../support/engines.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

onBothEngines('insertAll', (engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine, { migrated: false });
    await store.db.transaction(async (tx) => {
      await tx.query('CREATE TABLE parcel (id BIGINT PRIMARY KEY, label TEXT UNIQUE, grams BIGINT CHECK (grams > 0))');
      await tx.query('CREATE TABLE weighed (day BIGINT PRIMARY KEY, grams BIGINT NOT NULL)');
    });
  });
  after(() => store.close());
  beforeEach(() =>
    store.db.transaction(async (tx) => {
      for (const table of ['parcel', 'weighed']) await tx.query(`DELETE FROM ${table}`);
    }),
  );

  const parcels = (...rows: Value[][]): InsertRows => ({
    table: 'parcel',
    columns: [
      { name: 'id', type: 'bigint' },
      { name: 'label', type: 'text' },
      { name: 'grams', type: 'bigint' },
    ],
    rows,
  });
  const weighed = (grams: number): InsertRows => ({
    table: 'weighed',
    columns: [
      { name: 'day', type: 'bigint' },
      { name: 'grams', type: 'bigint' },
    ],
    rows: [[1, grams]],
    suffix: 'ON CONFLICT (day) DO UPDATE SET grams = weighed.grams + excluded.grams',
  });
  const total = async (sql: string) => (await store.db.query<{ n: number | null }>(sql))[0]?.n ?? 0;
  const stored = async () => ({
    parcels: await total('SELECT count(*) AS n FROM parcel'),
    weighed: await total('SELECT CAST(sum(grams) AS BIGINT) AS n FROM weighed'),
  });

  it('writes the rows of every insert, NULL and all', async () => {
    assert.equal(await store.db.insertAll(() => [parcels([1, 'a', 5], [2, null, null]), weighed(5)]), true);
    assert.equal(await store.db.insertAll(() => [parcels([3, "it's ;", 7]), weighed(7)]), true);
    assert.deepEqual(await stored(), { parcels: 3, weighed: 12 });
    const rows = await store.db.query('SELECT id, label, grams FROM parcel ORDER BY id');
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        [1, 'a', 5],
        [2, null, null],
        [3, "it's ;", 7],
      ],
    );
  });

  it('accepts an empty list, and inserts without rows', async () => {
    assert.equal(await store.db.insertAll(() => []), true);
    assert.equal(await store.db.insertAll(() => [parcels()]), true);
    assert.deepEqual(await stored(), { parcels: 0, weighed: 0 });
  });

  for (const [key, row] of [
    ['the primary key', [1, 'b', 5]],
    ['a unique key', [2, 'a', 5]],
  ] as const) {
    it(`returns false when ${key} is in use, and writes nothing`, async () => {
      await store.db.insertAll(() => [parcels([1, 'a', 5])]);
      assert.equal(await store.db.insertAll(() => [weighed(5), parcels([7, 'c', 5], [...row])]), false);
      assert.deepEqual(await stored(), { parcels: 1, weighed: 0 });
    });
  }

  it('throws the error of a CHECK, and writes nothing', async () => {
    await assert.rejects(
      store.db.insertAll(() => [weighed(5), parcels([1, 'a', 5], [2, 'b', 0])]),
      (error) => !(error instanceof DatabaseUnavailable) && /CHECK|check/.test((error as Error).message),
    );
    assert.deepEqual(await stored(), { parcels: 0, weighed: 0 });
  });

  it('writes nothing when its time limit has passed, or when the function that returns the rows throws', async () => {
    const late = store.db.insertAll(() => [parcels([1, 'a', 5])], { commitWithinMs: -1 });
    await assert.rejects(late, DatabaseUnavailable);
    const failed = store.db.insertAll(() => {
      throw new Error('no rows');
    });
    await assert.rejects(failed, /no rows/);
    assert.deepEqual(await stored(), { parcels: 0, weighed: 0 });
  });

  // Not for the embedded store, which waits for its lock before it starts the work.
  if (engine === 'postgres') {
    it('fails after its time limit, and waits as long as necessary without a limit', async () => {
      let locked = () => {};
      let release = () => {};
      const isLocked = new Promise<void>((done) => (locked = done));
      const isReleased = new Promise<void>((done) => (release = done));
      const lock = store.db.transaction(async (tx) => {
        await tx.query('LOCK TABLE parcel IN SHARE ROW EXCLUSIVE MODE');
        locked();
        await isReleased;
      });
      await isLocked;
      const late = store.db.insertAll(() => [parcels([1, 'a', 5])], { commitWithinMs: 200 });
      await assert.rejects(late, DatabaseUnavailable);
      const patient = store.db.insertAll(() => [parcels([2, 'b', 5])]);
      release();
      await lock;
      assert.equal(await patient, true);
      assert.deepEqual(await stored(), { parcels: 1, weighed: 0 });
    });
  }

  it('calls the function that returns the rows just before it writes them, after the previous transaction', async () => {
    const order: string[] = [];
    const before = store.db.transaction(async (tx) => {
      await tx.query('SELECT 1');
      order.push('before');
    });
    if (engine === 'postgres') await before;
    const written = store.db.insertAll(() => {
      order.push('asked');
      return [parcels([1, 'a', 5])];
    });
    assert.deepEqual([await before, await written], [undefined, true]);
    assert.deepEqual(order, ['before', 'asked']);
  });
});
