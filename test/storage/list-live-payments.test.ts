import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { listLivePayments } from '../../src/features/payments/store/live-payments.ts';
import { onBothEngines } from '../support/engines.ts';
import { openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const FROM_US = 1_700_000_000_000_000;
const TO_US = FROM_US + 5;

onBothEngines('listLivePayments', (engine) => {
  let store: TestStore;
  let owner: Seed;
  before(async () => {
    store = await openTestStore(engine);
    owner = await seed(store.db);
  });
  after(() => store.close());

  it('pages through live payments of a period, oldest first, each once, however many there are in one microsecond', async () => {
    const created = [FROM_US - 1, FROM_US, FROM_US, FROM_US, FROM_US + 1, FROM_US + 4, FROM_US + 4, TO_US];
    const payments = created.map((createdAtUs) => owner.payment({ mode: 'live', createdAtUs }));
    const test = owner.payment({ createdAtUs: FROM_US + 2 });
    await store.db.transaction((tx) => insertPayments(tx, [test, ...payments.toReversed()]));
    const expected = payments.slice(1, -1).map(({ id }) => id);
    for (let limit = 1; limit <= 7; limit++) {
      const seen: number[] = [];
      let last: Payment | undefined;
      do {
        const page = await listLivePayments(store.db, { fromUs: FROM_US, toUs: TO_US, after: last, limit });
        assert.ok(page.length <= limit);
        seen.push(...page.map(({ id }) => id));
        last = page.at(-1);
      } while (last);
      assert.deepEqual(seen, expected, `${limit} at a time`);
    }
  });
});
