import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Row } from '../../src/database/database.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { onBothEngines } from '../support/engines.ts';
import { openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

onBothEngines('a snapshot', (engine) => {
  let store: TestStore;
  let shop: Seed;
  before(async () => {
    store = await openTestStore(engine);
    shop = await seed(store.db);
  });
  after(() => store.close());

  const insert = (count: number) =>
    store.db.transaction((tx) =>
      insertPayments(
        tx,
        Array.from({ length: count }, () => shop.payment()),
      ),
    );
  const lines = async (pieces: AsyncIterable<Buffer>) => {
    const all: Buffer[] = [];
    for await (const piece of pieces) all.push(piece);
    return Buffer.concat(all).toString().split('\n').length - 1;
  };

  it('shows the data of its start, while others write without waiting', async () => {
    await insert(3);
    await store.db.snapshot(async (snapshot) => {
      await insert(2);
      const [row] = await snapshot.query<Row & { n: number }>('SELECT COUNT(*) AS n FROM payments WHERE id > $1', [0]);
      assert.equal(row?.n, 3);
      const pieces = snapshot.copyOut('payments', ['id', 'status'])[Symbol.asyncIterator]();
      const first = await pieces.next();
      await insert(2);
      const rest = { [Symbol.asyncIterator]: () => pieces };
      assert.equal((await lines(rest)) + first.value.toString().split('\n').length - 1, 3);
      assert.equal(await lines(snapshot.copyOut('events', ['payment_id'])), 0);
    });
    const [now] = await store.db.query<Row & { n: number }>('SELECT COUNT(*) AS n FROM payments');
    assert.equal(now?.n, 7);
  });

  it('fails with the error of the work, and the store still works', async () => {
    await assert.rejects(
      store.db.snapshot(async () => {
        throw new Error('of the work');
      }),
      /of the work/,
    );
    await assert.rejects(store.db.snapshot(async (snapshot) => lines(snapshot.copyOut('nothing', ['id']))));
    await insert(1);
  });
});
