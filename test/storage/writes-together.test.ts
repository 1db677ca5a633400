import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import { DatabaseUnavailable, type Transaction } from '../../src/database/database.ts';
import { openTestStore, sqliteFile, type TestStore } from '../support/store.ts';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MANY = 30;

describe('transactions of the embedded store that wait for each other', () => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore('sqlite', { migrated: false });
    await store.db.transaction((tx) => tx.query('CREATE TABLE entry (n BIGINT PRIMARY KEY CHECK (n >= 0))'));
  });
  beforeEach(() => store.db.transaction((tx) => tx.query('DELETE FROM entry')));
  after(() => store.close());

  const add = (tx: Transaction, n: number) => tx.query('INSERT INTO entry (n) VALUES ($1)', [n]);
  const entries = async () => (await store.db.query<{ n: number }>('SELECT n FROM entry ORDER BY n')).map(({ n }) => n);
  const numbers = Array.from({ length: MANY }, (_, n) => n);

  /** The number of commits in the WAL file. Only the header of a commit's last page has the size of the database; in others it is 0. */
  const commits = () => {
    const log = readFileSync(`${sqliteFile(store.place)}-wal`);
    const pageBytes = log.readUInt32BE(8);
    let found = 0;
    for (let at = HEADER_BYTES; at < log.length; at += FRAME_HEADER_BYTES + pageBytes) {
      if (log.readUInt32BE(at + 4) > 0) found++;
    }
    return found;
  };

  it('share a commit', async () => {
    const before = commits();
    const results = await Promise.all(
      numbers.map((n) =>
        store.db.transaction(
          async (tx) => {
            await add(tx, n);
            return n;
          },
          // Transactions with and without options share the commit.
          n % 4 === 0 ? { crowdedRow: 'entry' } : n % 2 === 0 ? {} : undefined,
        ),
      ),
    );
    assert.deepEqual(results, numbers);
    assert.deepEqual(await entries(), numbers);
    assert.ok(commits() - before <= 2, `${commits() - before} commits`);
  });

  it('hold the copies of their pages in memory, and only a long transaction has temporary files', async () => {
    const placeOf = (isLong: boolean) =>
      store.db.transaction(async (tx) => (await tx.query('PRAGMA temp_store'))[0]?.temp_store, { isLong });
    const [file, memory] = [1, 2];
    const places = await Promise.all([placeOf(false), placeOf(false), placeOf(true), placeOf(false)]);
    assert.deepEqual(places, [memory, memory, file, memory]);
  });

  it('see the changes of those before them, which no other reader sees until the commit', async () => {
    const seen = await Promise.all(
      [1, 2, 3].map((n) =>
        store.db.transaction(async (tx) => {
          const before = await tx.query('SELECT n FROM entry');
          await add(tx, n);
          assert.deepEqual(await entries(), []);
          return before.length;
        }),
      ),
    );
    assert.deepEqual(seen, [0, 1, 2]);
  });

  for (const failing of [0, 1, MANY - 1]) {
    it(`fail without affecting the others: number ${failing} of ${MANY}`, async () => {
      const results = await Promise.allSettled(
        numbers.map((n) =>
          store.db.transaction(async (tx) => {
            await add(tx, n);
            await add(tx, n + 1000);
            if (n === failing) throw new Error('changed my mind');
          }),
        ),
      );
      const others = numbers.filter((n) => n !== failing);
      assert.deepEqual(await entries(), [...others, ...others.map((n) => n + 1000)]);
      for (const [n, { status }] of results.entries()) assert.equal(status, n === failing ? 'rejected' : 'fulfilled');
      assert.match(String((results[failing] as PromiseRejectedResult).reason), /changed my mind/);
    });
  }

  it('fail only after the change that made them fail is committed, so that it can be read', async () => {
    const lose = async (n: number) => {
      try {
        await store.db.transaction(async (tx) => {
          if ((await tx.query('SELECT n FROM entry')).length > 0) throw new Error('too late');
          await add(tx, n);
        });
      } catch (error) {
        assert.equal((error as Error).message, 'too late');
        return entries();
      }
      return undefined;
    };
    // The last transaction takes long, and the shared commit waits for it.
    const last = () =>
      store.db.transaction(async (tx) => {
        for (let round = 0; round < 50; round++) await new Promise((done) => setImmediate(done));
        await add(tx, 3);
      });
    const [won, lost] = await Promise.all([lose(1), lose(2), last()]);
    assert.equal(won, undefined);
    assert.equal(lost?.[0], 1);
  });

  it('fail without affecting the others if a row breaks a rule of the schema', async () => {
    const results = await Promise.allSettled([1, 2, -1, 2, 3].map((n) => store.db.transaction((tx) => add(tx, n))));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(await entries(), [1, 2, 3]);
  });

  it('fail together when their transaction is lost', async () => {
    const results = await Promise.allSettled([
      ...[1, 2].map((n) => store.db.transaction((tx) => add(tx, n))),
      store.db.transaction(async (tx) => {
        await add(tx, 3);
        // SQLite also rolls back by itself after some disk errors.
        await tx.query('ROLLBACK');
        throw new DatabaseUnavailable('disk I/O error');
      }),
      store.db.transaction((tx) => add(tx, 4)),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected', 'fulfilled'],
    );
    assert.ok((results[0] as PromiseRejectedResult).reason instanceof DatabaseUnavailable);
    assert.deepEqual(await entries(), [4]);
  });

  it('fail together when their commit fails', async () => {
    await store.db.transaction((tx) =>
      tx.query('CREATE TABLE named (n BIGINT REFERENCES entry (n) DEFERRABLE INITIALLY DEFERRED)'),
    );
    const results = await Promise.allSettled([
      store.db.transaction((tx) => add(tx, 1)),
      // Only the commit checks this reference.
      store.db.transaction((tx) => tx.query('INSERT INTO named (n) VALUES (2)')),
      store.db.transaction((tx) => add(tx, 3)),
    ]);
    for (const { status } of results) assert.equal(status, 'rejected');
    assert.deepEqual(await entries(), []);
  });

  it('are refused when too many wait', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10_003 }, (_, n) => store.db.transaction((tx) => add(tx, n))),
    );
    const refused = results.slice(10_000).map((result) => (result as PromiseRejectedResult).reason);
    assert.deepEqual(
      refused.map((error) => error instanceof DatabaseUnavailable),
      [true, true, true],
    );
    assert.equal((await entries()).length, 10_000);
  });

  it('are all written before the store is closed', async () => {
    const handle = store.open();
    const writing = Array.from({ length: 250 }, (_, n) => handle.transaction((tx) => add(tx, n)));
    await handle.close();
    await Promise.all(writing);
    assert.equal((await entries()).length, 250);
  });
});
