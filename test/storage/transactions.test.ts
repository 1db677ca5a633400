import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Transaction } from '../../src/database/database.ts';
import { onBothEngines } from '../support/engines.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const ACCOUNTS = ['first', 'second'] as const;

onBothEngines('transactions', (engine) => {
  let store: TestStore;
  before(async () => {
    store = await openTestStore(engine, { migrated: false });
    await store.db.transaction(async (tx) => {
      await tx.query('CREATE TABLE account (name TEXT PRIMARY KEY, balance BIGINT NOT NULL CHECK (balance >= 0))');
    });
  });
  after(() => store.close());

  const reset = () =>
    store.db.transaction(async (tx) => {
      await tx.query('DELETE FROM account');
      for (const name of ACCOUNTS) await tx.query('INSERT INTO account (name, balance) VALUES ($1, 0)', [name]);
    });
  const add = (tx: Transaction, name: string) =>
    tx.query('UPDATE account SET balance = balance + 1 WHERE name = $1', [name]);
  const balances = async () =>
    (await store.db.query<{ name: string; balance: number }>('SELECT name, balance FROM account ORDER BY name')).map(
      (row) => row.balance,
    );

  it('undo all changes when the work throws, and pass its error on', async () => {
    await reset();
    const work = store.db.transaction(async (tx) => {
      await add(tx, 'first');
      throw new Error('changed my mind');
    });
    await assert.rejects(work, /changed my mind/);
    assert.deepEqual(await balances(), [0, 0]);
  });

  it('undo all changes when a statement fails', async () => {
    await reset();
    const work = store.db.transaction(async (tx) => {
      await add(tx, 'first');
      await tx.query("UPDATE account SET balance = -1 WHERE name = 'second'");
    });
    await assert.rejects(work);
    assert.deepEqual(await balances(), [0, 0]);
  });

  it('are not seen by readers before they are committed', async () => {
    await reset();
    await store.db.transaction(async (tx) => {
      await add(tx, 'first');
      assert.deepEqual(await balances(), [0, 0]);
    });
    assert.deepEqual(await balances(), [1, 0]);
  });

  it('lose nothing when many write the same row', async () => {
    await reset();
    await Promise.all(Array.from({ length: 50 }, () => store.db.transaction((tx) => add(tx, 'first'))));
    assert.deepEqual(await balances(), [50, 0]);
  });

  // The embedded store has one writer: nothing can conflict with it.
  if (engine === 'sqlite') return;

  it('are run again after a deadlock (40P01)', async () => {
    await reset();
    let runs = 0;
    const bothHoldOne = meeting(2);
    const transfer = (from: string, to: string) =>
      store.db.transaction(async (tx) => {
        runs++;
        await add(tx, from);
        await bothHoldOne();
        await add(tx, to);
      });
    await Promise.all([transfer('first', 'second'), transfer('second', 'first')]);
    assert.deepEqual(await balances(), [2, 2]);
    // PostgreSQL ends one of the two or, on a busy machine, both.
    assert.ok(runs === 3 || runs === 4, String(runs));
  });

  it('are run again after a serialisation failure (40001)', async () => {
    await reset();
    let runs = 0;
    await store.db.transaction(async (tx) => {
      runs++;
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await tx.query('SELECT balance FROM account');
      if (runs === 1) await store.db.transaction((other) => add(other, 'first'));
      await add(tx, 'first');
    });
    assert.deepEqual(await balances(), [2, 0]);
    assert.equal(runs, 2);
  });

  it('fail after eight runs', async () => {
    let runs = 0;
    const work = store.db.transaction(async () => {
      runs++;
      throw Object.assign(new Error('could not serialize access'), { code: '40001' });
    });
    await assert.rejects(work, /could not serialize access/);
    assert.equal(runs, 8);
  });
});

/** A point where callers wait until `size` of them have arrived. Later callers continue at once. */
function meeting(size: number): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const opened = new Promise<void>((done) => (open = done));
  return () => {
    if (++arrived === size) open();
    return opened;
  };
}
