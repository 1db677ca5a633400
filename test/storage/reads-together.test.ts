import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Database, DatabaseUnavailable, type Value } from '../../src/database/database.ts';
import { onBothEngines } from '../support/engines.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const COUNTER = 'SELECT name, value FROM counters WHERE name = $1 LIMIT 1';
const MOST_WAITING = 10_000;

onBothEngines('reads that are requested together', (engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine, { migrated: false });
    await store.db.transaction(async (tx) => {
      await tx.query('CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)');
      for (let index = 0; index < 250; index++) {
        await tx.query('INSERT INTO counters (name, value) VALUES ($1, $2)', [`c${index}`, index]);
      }
      await tx.query("INSERT INTO counters (name, value) VALUES ('beyond', 9007199254740993)");
    });
  });
  after(() => store.close());

  const find = async (name: string, db: Database = store.db) => (await db.find(COUNTER, [name]))?.slice(0, 2);
  const readSteps = (...names: string[]) =>
    store.db.readSteps(function* () {
      const values: (Value | undefined)[] = [];
      for (const name of names) values.push((yield { sql: COUNTER, params: [name] })[0]?.[1]);
      return values;
    });
  const set = (name: string, value: number) =>
    store.db.transaction((tx) => tx.query('UPDATE counters SET value = $2 WHERE name = $1', [name, value]));

  it('each get the rows that they requested, and undefined for a missing row', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `c${index}`);
    const found = await Promise.all(names.map((name) => find(name)));
    assert.deepEqual(
      found,
      names.map((name, index) => (index < 250 ? [name, index] : undefined)),
    );
    assert.deepEqual(await Promise.all([readSteps('c1', 'c2'), readSteps('none'), readSteps()]), [
      [1, 2],
      [undefined],
      [],
    ]);
  });

  it('can have several parameters, text and numbers', async () => {
    const both = (name: string, value: number) =>
      store.db.find('SELECT name FROM counters WHERE name = $1 AND value = $2 LIMIT 1', [name, value]);
    const [found, other] = await Promise.all([both('c7', 7), both('c7', 8)]);
    assert.equal(found?.[0], 'c7');
    assert.equal(other, undefined);
  });

  it('see all commits from before they were requested, whatever else is read and written', async () => {
    let isOver = false;
    const others = Array.from({ length: 8 }, async () => {
      while (!isOver) await Promise.all([find('c3'), readSteps('c4', 'c5'), store.db.query('SELECT 1 AS one')]);
    });
    const writers = Array.from({ length: 5 }, async (_, writer) => {
      const name = `c${100 + writer}`;
      for (let value = 1000; value < 1040; value++) {
        await set(name, value);
        const seen = await Promise.all([find(name), readSteps(name), find(name)]);
        assert.deepEqual(seen, [[name, value], [value], [name, value]]);
      }
    });
    await Promise.all(writers).finally(() => {
      isOver = true;
    });
    await Promise.all(others);
  });

  it('see nothing of a transaction that has not committed', async () => {
    await store.db.transaction(async (tx) => {
      await tx.query("UPDATE counters SET value = 77 WHERE name = 'c60'");
      assert.deepEqual(await Promise.all([find('c60'), readSteps('c60')]), [['c60', 60], [60]]);
    });
    assert.deepEqual(await Promise.all([find('c60'), readSteps('c60')]), [['c60', 77], [77]]);
  });

  it('fail without affecting the others', async () => {
    const failsInBetween = store.db.readSteps(function* () {
      yield { sql: COUNTER, params: ['c2'] };
      throw new Error('changed my mind');
    });
    const reads = [find('c1'), find('beyond'), readSteps('c2'), readSteps('c3', 'beyond'), failsInBetween, find('c4')];
    const outcomes = await Promise.allSettled([...reads, store.db.query('SELECT nothing FROM nowhere')]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled', 'rejected'],
    );
    assert.deepEqual(await find('c1'), ['c1', 1]);
  });

  it('are refused when too many wait, and the waiting ones get their rows', async () => {
    const reads = Array.from({ length: MOST_WAITING + 5 }, () => find('c8'));
    const outcomes = await Promise.allSettled(reads);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    assert.equal(refused.length, 5);
    for (const error of refused) assert.ok(error instanceof DatabaseUnavailable, String(error));
    assert.deepEqual(await find('c8'), ['c8', 8]);
  });

  it('are refused by a store that was closed, and earlier ones get their rows or are refused', async () => {
    const own = await openTestStore(engine, { migrated: false });
    const { db } = own;
    await db.transaction((tx) => tx.query('CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)'));
    await db.transaction((tx) => tx.query("INSERT INTO counters (name, value) VALUES ('c9', 9)"));
    const asked = Promise.allSettled([find('c9', db), find('c9', db)]);
    await own.disconnect();
    for (const outcome of await asked) {
      if (outcome.status === 'fulfilled') assert.deepEqual(outcome.value, ['c9', 9]);
      else assert.ok(engine === 'postgres' && outcome.reason instanceof DatabaseUnavailable, String(outcome.reason));
    }
    const reads = await Promise.allSettled([
      find('c9', db),
      db.query(COUNTER, ['c9']),
      db.readSteps(function* () {
        yield { sql: COUNTER, params: ['c9'] };
      }),
    ]);
    for (const read of reads) assert.ok(read.status === 'rejected' && read.reason instanceof DatabaseUnavailable);
    await own.close();
  });
});
