import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '../../src/database/database.ts';
import { groupCommit } from '../../src/database/group-commit.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { listPayments } from '../../src/features/payments/store/payment-list.ts';
import { paymentStore } from '../../src/features/payments/store-payment.ts';
import { onBothEngines } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { openTestStore, seed } from '../support/store.ts';

const LIMITS = { maxGroups: 1, maxItems: 50, maxWaiting: 1000 };

describe('groupCommit', () => {
  it('resolves each item with its own result, in groups no larger than allowed', async () => {
    const groups: number[] = [];
    const write = groupCommit(async (items: readonly number[]) => {
      groups.push(items.length);
      return items.map((item) => item * 2);
    }, LIMITS);
    const items = Array.from({ length: 200 }, (_, index) => index);
    assert.deepEqual(
      await Promise.all(items.map(write)),
      items.map((item) => item * 2),
    );
    assert.deepEqual(groups, [50, 50, 50, 50]);
  });

  it('runs at most the allowed number of commits at a time', async () => {
    const running: (() => void)[] = [];
    const write = groupCommit(
      (items: readonly number[]) => new Promise<readonly number[]>((done) => running.push(() => done(items))),
      { maxGroups: 2, maxItems: 10, maxWaiting: 1000 },
    );
    const items = Array.from({ length: 60 }, (_, index) => index);
    const written = Promise.all(items.map(write));
    for (let unfinished = 6; unfinished > 0; unfinished--) {
      await until('as many commits run as are allowed', () => running.length === Math.min(2, unfinished));
      for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done));
      assert.equal(running.length, Math.min(2, unfinished));
      running.shift()!();
    }
    assert.deepEqual(await written, items);
  });

  it('fails only the one bad item among 200', async () => {
    const written: number[] = [];
    const write = groupCommit(
      async (items: readonly number[]) => {
        if (items.includes(77)) throw new Error('77 is bad');
        written.push(...items);
        return items;
      },
      { ...LIMITS, maxItems: 200 },
    );
    const results = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => write(index)));
    const failed = results.flatMap((result, index) => (result.status === 'rejected' ? [index] : []));
    assert.deepEqual(failed, [77]);
    assert.equal(written.length, 199);
    assert.equal(new Set(written).size, 199);
  });

  for (const fault of [new DatabaseUnavailable('away'), new OutcomeUnknown('broke')]) {
    it(`fails a whole group with ${fault.name}, without a retry`, async () => {
      let commits = 0;
      const write = groupCommit(async (_items: readonly number[]): Promise<number[]> => {
        commits++;
        throw fault;
      }, LIMITS);
      const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => write(index)));
      assert.ok(results.every((result) => result.status === 'rejected' && result.reason === fault));
      assert.equal(commits, 1);
    });
  }

  it('refuses at once items beyond the limit of waiting items, and works normally afterwards', async () => {
    const write = groupCommit(async (items: readonly number[]) => items, { ...LIMITS, maxWaiting: 10 });
    const results = await Promise.allSettled(Array.from({ length: 15 }, (_, index) => write(index)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    assert.equal(refused.length, 5);
    assert.ok(refused.every((reason) => reason instanceof DatabaseUnavailable));
    assert.equal(await write(99), 99);
  });
});

onBothEngines('groups of payments', (engine) => {
  it('stores 199 payments although the schema refuses one among them', async () => {
    const store = await openTestStore(engine);
    try {
      const owner = await seed(store.db);
      const write = paymentStore(store.db);
      const payments = Array.from({ length: 200 }, (_, index) =>
        owner.payment(index === 123 ? { amountMinor: 0 } : {}),
      );
      const results = await Promise.allSettled(payments.map((payment) => write(payment)));
      const failed = results.flatMap((result, index) => (result.status === 'rejected' ? [index] : []));
      assert.deepEqual(failed, [123]);
      assert.ok(results.every((result) => result.status === 'rejected' || result.value === true));
      const { total } = await listPayments(store.db, { apiKeyId: owner.apiKeyId }, { page: 1, perPage: 1 });
      assert.equal(total, 199);
    } finally {
      await store.close();
    }
  });

  it('returns false for an id that is in use, keeps the first payment and counts it once', async () => {
    const store = await openTestStore(engine);
    try {
      const owner = await seed(store.db);
      const write = paymentStore(store.db);
      const first = owner.payment({ reference: 'first' });
      const second: Payment = { ...first, reference: 'second' };
      assert.equal(await write(first), true);
      assert.deepEqual(await Promise.all([write(second), write(owner.payment())]), [false, true]);
      assert.deepEqual(await findPayment(store.db, first.id), first);
      const { total } = await listPayments(store.db, { apiKeyId: owner.apiKeyId }, { page: 1, perPage: 1 });
      assert.equal(total, 2);
    } finally {
      await store.close();
    }
  });
});
