import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Database } from '../../src/database/database.ts';
import {
  discrepanciesOf,
  hasMoneyAfterFailure,
  recordDiscrepancy,
  sumOpenDiscrepancies,
} from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { insertSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import { onBothEngines } from '../support/engines.ts';
import { inStatus, openTestStore, seed } from '../support/store.ts';
import { testSubscription } from '../support/subscriptions.ts';

it('sqlite: late money is found through an index, however many discrepancies there are', async () => {
  const store = await openTestStore('sqlite');
  try {
    const plans: string[] = [];
    const explaining: Database = {
      ...store.db,
      query: async (sql, params) => {
        const steps = await store.db.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
        plans.push(...steps.map(({ detail }) => detail));
        return store.db.query(sql, params);
      },
    };
    await discrepanciesOf(explaining, 1);
    await hasMoneyAfterFailure(explaining, 'sub_1', 1);
    assert.ok(plans.length > 0);
    assert.deepEqual(
      plans.filter((step) => step.startsWith('SCAN')),
      [],
    );
  } finally {
    await store.close();
  }
});

onBothEngines('money that arrives late for a charge', (engine) => {
  it('counts as money for the period of that charge, and for no other period', async () => {
    const store = await openTestStore(engine);
    try {
      const owner = await seed(store.db);
      const first = owner.payment({ ...inStatus('completed'), method: 'lakaypay_card' });
      const id = `sub_${first.id}`;
      const charge = owner.payment({
        ...inStatus('failed'),
        method: 'lakaypay_card',
        subscriptionId: id,
        subscriptionPeriod: 2,
        subscriptionTry: 1,
      });
      await store.db.transaction(async (tx) => {
        const { websiteId, apiKeyId } = first;
        await insertPayments(tx, [first]);
        await insertSubscription(
          tx,
          testSubscription({ id, firstPaymentId: first.id, websiteId, apiKeyId, nextPeriod: 3 }),
        );
        await insertPayments(tx, [charge]);
        const reported = { amountMinor: charge.amountMinor, currency: charge.currency };
        const report = { method: charge.method, paymentId: charge.id, providerRef: 'late', reported } as const;
        await recordDiscrepancy(tx, 'dsc_late', { kind: 'paid_after_failure', ...report }, 1);
      });
      const periods = [1, 2, 3].map((period) => hasMoneyAfterFailure(store.db, id, period));
      assert.deepEqual(await Promise.all(periods), [false, true, false]);
    } finally {
      await store.close();
    }
  });
});

onBothEngines('a dispute that was lost', (engine) => {
  it('is missing money once, not once as disputed and once as returned', async () => {
    const store = await openTestStore(engine);
    try {
      const owner = await seed(store.db);
      const payment = owner.payment({ ...inStatus('completed'), method: 'card' });
      const reported = { amountMinor: 25_000, currency: 'HTG' } as const;
      const report = { method: 'card', paymentId: payment.id, providerRef: 'dp_1', reported } as const;
      await store.db.transaction(async (tx) => {
        await insertPayments(tx, [payment]);
        await recordDiscrepancy(tx, 'dsc_1', { ...report, kind: 'disputed', word: 'disputed' }, 1);
      });
      const missing = async () => {
        const sums = await sumOpenDiscrepancies(store.db, null);
        return sums.reduce((sum, { difference }) => sum + (difference?.amountMinor ?? 0), 0);
      };
      assert.equal(await missing(), -25_000);
      await store.db.transaction(async (tx) => {
        await recordDiscrepancy(tx, 'dsc_2', { ...report, kind: 'returned_after_completion', word: 'dispute_lost' }, 2);
      });
      assert.equal(await missing(), -25_000);
    } finally {
      await store.close();
    }
  });
});
