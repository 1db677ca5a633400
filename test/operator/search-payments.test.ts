import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import {
  MOST_LOOKED_AT,
  type PaymentSearch,
  searchPayments,
} from '../../src/features/payments/store/search-payments.ts';
import { haitiTimestamp, startOfHaitiDayUs } from '../../src/platform/clock/haiti-time.ts';
import { onBothEngines } from '../support/engines.ts';
import { openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const DAY_US = 86_400_000_000;
/** 1 March 2026: winter time in Haiti, summer time a week later. */
const DAY = Date.UTC(2026, 2, 1) / 86_400_000;

onBothEngines('an operator finds payments', (engine) => {
  let store: TestStore;
  let shop: Seed;
  let live: Seed;
  let other: Seed;
  before(async () => {
    store = await openTestStore(engine);
    [shop, live, other] = [await seed(store.db), await seed(store.db, { mode: 'live' }), await seed(store.db)];
  });
  after(() => store?.close());

  const insert = async (...payments: Payment[]) => {
    await store.db.transaction((tx) => insertPayments(tx, payments));
    return payments.map(({ id }) => id);
  };
  const found = async (search: Partial<PaymentSearch>) => {
    const { payments, endedAt } = await searchPayments(store.db, { limit: 100, ...search });
    assert.equal(endedAt, null);
    return payments.map(({ id }) => id);
  };
  const failed = { status: 'failed', failureReason: 'declined', finishedAtUs: 9, nextCheckAtUs: null } as const;

  it('by mode, method, status, reference and customer, and by several of them, newest first', async () => {
    const at = (us: number) => ({ createdAtUs: us });
    const [first, second, third, fourth] = await insert(
      shop.payment({ ...at(1), reference: 'order-1', customerName: 'Céline Désir', customerPhone: '+509 3712-3456' }),
      shop.payment({ ...at(2), ...failed, reference: 'order-1', method: 'natcash' }),
      live.payment({ ...at(3), mode: 'live', reference: 'order-1', customerEmail: 'Marie@Example.com' }),
      other.payment({ ...at(4), reference: 'order-2' }),
    );
    assert.deepEqual(await found({ reference: 'order-1' }), [third, second, first]);
    assert.deepEqual(await found({ reference: 'order-1', mode: 'live' }), [third]);
    assert.deepEqual(await found({ reference: 'order-1', websiteId: shop.websiteId }), [second, first]);
    assert.deepEqual(await found({ reference: 'order-1', status: 'failed' }), [second]);
    assert.deepEqual(await found({ reference: 'order-1', method: 'moncash', mode: 'test' }), [first]);
    assert.deepEqual(await found({ reference: 'order-1', limit: 1 }), [third]);
    assert.deepEqual(await found({ reference: 'order-1', beforeId: third! }), [second, first]);
    assert.deepEqual(await found({ reference: 'order-1', fromUs: 2, toUs: 3 }), [second]);
    assert.deepEqual(await found({ reference: 'order' }), []);
    assert.deepEqual(await found({ mode: 'live' }), [third]);
    assert.deepEqual(await found({ method: 'natcash' }), [second]);
    assert.deepEqual(await found({ method: 'moncash', status: 'processing' }), [fourth, third, first]);
    assert.deepEqual(await found({ fromUs: 2, toUs: 4 }), [third, second]);
    assert.deepEqual(await found({ toUs: 3, beforeId: fourth! }), [second, first]);
    assert.deepEqual(await found({ toUs: 4, beforeId: second! }), [first]);
    assert.deepEqual(await found({ customer: 'celine DESIR' }), [first]);
    assert.deepEqual(await found({ customer: '3712 3456' }), [first]);
    assert.deepEqual(await found({ customer: 'marie@example' }), [third]);
    assert.deepEqual(await found({ customer: 'marie', status: 'failed' }), [second]);
    assert.deepEqual(await found({ customer: 'marie', limit: 2 }), [fourth, third]);
    assert.deepEqual(await found({ customer: '%' }), []);
  });

  it('for a customer among a limited number of payments, and sees where the search ended', async () => {
    const many = await seed(store.db);
    const draft = () => many.payment();
    for (let left = MOST_LOOKED_AT + 1; left > 0; left -= 1000) {
      const count = Math.min(left, 1000);
      await insert(...Array.from({ length: count }, (_, i) => ({ ...draft(), createdAtUs: 1_000_000 + left - i })));
    }
    const search = { websiteId: many.websiteId, customer: 'nobody', limit: 5 };
    const { payments, endedAt } = await searchPayments(store.db, search);
    assert.deepEqual(payments, []);
    assert.equal(endedAt?.createdAtUs, 1_000_002);
    const { endedAt: atTheEnd } = await searchPayments(store.db, { ...search, beforeId: endedAt.id });
    assert.equal(atTheEnd, null);
  });
});

it("days are Haiti's, with its summer time", () => {
  assert.equal(startOfHaitiDayUs(DAY), DAY * DAY_US + 5 * 3_600_000_000);
  assert.equal(startOfHaitiDayUs(DAY + 8), (DAY + 8) * DAY_US + 4 * 3_600_000_000);
  // Clocks go forward on 8 March 2026, and back on 1 November.
  assert.equal(startOfHaitiDayUs(DAY + 8) - startOfHaitiDayUs(DAY + 7), 23 * 3_600_000_000);
  const november = Date.UTC(2026, 10, 1) / 86_400_000;
  assert.equal(startOfHaitiDayUs(november + 1) - startOfHaitiDayUs(november), 25 * 3_600_000_000);
  assert.equal(haitiTimestamp(Date.UTC(2026, 10, 22, 10, 31, 7, 999) * 1000), '2026-11-22T05:31:07-05:00');
  assert.equal(haitiTimestamp(Date.UTC(2026, 6, 1, 3) * 1000), '2026-06-30T23:00:00-04:00');
  assert.equal(haitiTimestamp(0), '1969-12-31T19:00:00-05:00');
});
