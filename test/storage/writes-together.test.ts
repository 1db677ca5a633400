import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import { addingRows } from '../../src/database/adding-rows.ts';
import { DatabaseUnavailable, type InsertRows, type Transaction } from '../../src/database/database.ts';
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

describe('counts and sums of transactions that are committed together', () => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore('sqlite', { migrated: false });
    await store.db.transaction(async (tx) => {
      await tx.query(
        'CREATE TABLE total (name TEXT PRIMARY KEY, n BIGINT NOT NULL, cents BIGINT CHECK (cents IS NOT NULL))',
      );
      await tx.query('CREATE TABLE written (n BIGINT)');
      for (const event of ['INSERT', 'UPDATE'])
        await tx.query(`CREATE TRIGGER at_${event} AFTER ${event} ON total BEGIN INSERT INTO written VALUES (1); END`);
    });
  });
  beforeEach(() =>
    store.db.transaction(async (tx) => {
      for (const table of ['total', 'written']) await tx.query(`DELETE FROM ${table}`);
    }),
  );
  after(() => store.close());

  const TOTAL = {
    table: 'total',
    columns: [
      { name: 'name', type: 'text' },
      { name: 'n', type: 'bigint' },
      { name: 'cents', type: 'bigint' },
    ],
  } as const;
  const ADDING = addingRows(TOTAL, ['n', 'cents']);
  const add = (tx: Transaction, ...rows: InsertRows['rows']) => tx.insertAll([{ ...TOTAL, ...ADDING, rows }]);
  const totals = async (reader: Pick<Transaction, 'query'> = store.db) =>
    (await reader.query('SELECT * FROM total ORDER BY name')).map(({ name, n, cents }) => `${name} ${n} ${cents}`);
  const numbers = Array.from({ length: MANY }, (_, n) => n);

  it('are added up, and written together', async () => {
    await Promise.all(
      numbers.map((n) =>
        store.db.transaction((tx) => add(tx, [n % 2 === 0 ? 'even' : 'odd', 1, n], ['all', 1, n], ['all', 1, -n])),
      ),
    );
    assert.deepEqual(await totals(), ['all 60 0', 'even 15 210', 'odd 15 225']);
    const written = (await store.db.query('SELECT n FROM written')).length;
    // The last transaction's own rows are not combined with the others.
    assert.ok(written <= 2 * 3 + 3, `${written} written`);
  });

  it('are seen by later statements', async () => {
    const seen = await Promise.all(
      numbers.map((n) =>
        store.db.transaction(async (tx) => {
          await add(tx, ['all', 1, 0]);
          return n % 3 === 0 ? totals(tx) : undefined;
        }),
      ),
    );
    assert.deepEqual(
      seen,
      numbers.map((n) => (n % 3 === 0 ? [`all ${n + 1} 0`] : undefined)),
    );
    assert.deepEqual(await totals(), ['all 30 0']);
  });

  for (const reads of [false, true]) {
    it(`are not those of a transaction that fails${reads ? ' after it has read them' : ''}`, async () => {
      await Promise.allSettled(
        numbers.map((n) =>
          store.db.transaction(async (tx) => {
            await add(tx, ['all', 1, n]);
            if (n % 7 !== 3) return;
            if (reads) assert.equal((await totals(tx)).length, 1);
            throw new Error('changed my mind');
          }),
        ),
      );
      const kept = numbers.filter((n) => n % 7 !== 3);
      assert.deepEqual(await totals(), [`all ${kept.length} ${kept.reduce((sum, n) => sum + n, 0)}`]);
    });
  }

  it('fail with their transaction when the schema refuses them, and the others are committed', async () => {
    const cents = [1, null, 2, 2 ** 52, 3];
    const given = cents.map((each, n) =>
      store.db.transaction(async (tx) => {
        await add(tx, [n === 3 ? 'large' : 'all', 1, each]);
        return n === 4 ? totals(tx) : undefined;
      }),
    );
    const results = await Promise.allSettled(given);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    );
    assert.match(String((results[1] as PromiseRejectedResult).reason), /CHECK/);
    assert.deepEqual((results[4] as PromiseFulfilledResult<unknown>).value, ['all 3 6', `large 1 ${2 ** 52}`]);
    assert.deepEqual(await totals(), ['all 3 6', `large 1 ${2 ** 52}`]);
  });

  it('are not written when the engine has lost their transaction', async () => {
    const lost = store.db.transaction(async (tx) => {
      await add(tx, ['all', 1, 1]);
      await tx.query('ROLLBACK');
    });
    await assert.rejects(lost, /no transaction is active/);
    assert.deepEqual(await totals(), []);
  });

  it('are written before other rows of their table', async () => {
    await store.db.transaction(async (tx) => {
      await add(tx, ['all', 1, 1]);
      const again = { ...TOTAL, rows: [['all', 9, 9]], suffix: 'ON CONFLICT (name) DO NOTHING RETURNING n' };
      assert.deepEqual(await tx.insertRows(again), []);
      await add(tx, ['all', 1, 1]);
      await tx.insertAll([again]);
    });
    assert.deepEqual(await totals(), ['all 2 2']);
  });
});
