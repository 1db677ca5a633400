import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { transactionIdTimeUs } from '../../src/core/ids.ts';
import { finishTestPayment } from '../../src/features/payments/finish-test-payment.ts';
import { requirePayment } from '../../src/features/payments/require-payment.ts';
import { type Settle, settlePayment } from '../../src/features/payments/settle-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { listNewestPayments } from '../../src/features/payments/store/list-newest-payments.ts';
import { changeCounts } from '../../src/features/payments/store/payment-counts.ts';
import { cancelSubscription } from '../../src/features/subscriptions/change-subscription.ts';
import type { RecurringDeps } from '../../src/features/subscriptions/recurring-deps.ts';
import { runTestClock } from '../../src/features/subscriptions/run-test-clock.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { providerRegistry } from '../../src/providers/registry.ts';
import { sandboxProvider } from '../../src/providers/sandbox/provider.ts';
import { onBothEngines } from '../support/engines.ts';
import { settling } from '../support/settling.ts';
import { seed } from '../support/store.ts';
import { assertRefused, type OperatorStore, operatorStore } from './operator-store.ts';

onBothEngines('payments and subscriptions that an operator changes', (engine) => {
  let store: OperatorStore;
  before(async () => {
    store = await operatorStore(engine);
  });
  after(() => store?.close());
  const settle: Settle = (payment, outcome, details) => settlePayment(settling(store.deps), payment, outcome, details);
  const finishing = () => {
    const settings = { autoCompleteSeconds: null, expirySeconds: 3600 };
    const sandbox = sandboxProvider(settings, { ...store.deps, publicUrl: 'https://pay.example' });
    return { db: store.db, clock: () => 3, actor: SYSTEM, providerFor: providerRegistry(sandbox, {}), settle };
  };

  const open = async (mode: 'test' | 'live'): Promise<string> => {
    const owner = await seed(store.db, { mode });
    const payment = owner.payment({ mode, status: 'processing' });
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, [payment]);
      await changeCounts(tx, [{ payment, status: payment.status, by: 1 }]);
    });
    return String(payment.id);
  };

  it('a test payment is finished once', async () => {
    const id = await open('test');
    const deps = finishing();
    const finished = await finishTestPayment(deps, id, { status: 'failed', failureReason: 'expired_card' });
    assert.deepEqual([finished.status, finished.failureReason], ['failed', 'expired_card']);
    assert.deepEqual(await requirePayment(store.db, id), finished);
    const again = finishTestPayment(deps, id, { status: 'completed' });
    await assertRefused(again, 'conflict', 'transaction_id', /is already final: it is failed, and cannot change/);
  });

  it('payments are listed from before a deleted one, also those of the same millisecond', async () => {
    const owner = await seed(store.db, { mode: 'test' });
    const draft = owner.payment();
    const other = { ...draft, createdAtUs: transactionIdTimeUs(draft.id) + 500 };
    const gone = owner.payment();
    await store.db.transaction((tx) => insertPayments(tx, [other]));
    const listed = await listNewestPayments(store.db, { websiteId: owner.websiteId, beforeId: gone.id, limit: 5 });
    assert.deepEqual(
      listed.map(({ id }) => id),
      [other.id],
    );
  });

  it('a live payment is not finished', async () => {
    const id = await open('live');
    const finish = finishTestPayment(finishing(), id, { status: 'completed' });
    await assertRefused(finish, 'conflict', 'transaction_id', /is a live payment\. Only test payments/);
    assert.equal((await requirePayment(store.db, id)).status, 'processing');
  });

  it('an id without a payment and a text that is not an id are reported as not found', async () => {
    for (const id of ['100000000000000', 'none', '']) {
      const finish = finishTestPayment(finishing(), id, { status: 'completed' });
      await assertRefused(finish, 'not_found', 'transaction_id');
    }
  });

  it('a subscription that does not exist is neither ended nor moved to another cycle', async () => {
    const deps = { ...store.deps, settle } as unknown as RecurringDeps;
    const missing = /^There is no subscription sub_none\.$/;
    await assertRefused(cancelSubscription(deps, 'sub_none', 'left'), 'not_found', 'subscription_id', missing);
    const move = (toUs: number) => runTestClock(deps, { id: 'sub_none', toUs }, createLog('silent'));
    await assertRefused(move(Date.UTC(2199, 0) * 1000), 'not_found', 'subscription_id', missing);
    await assertRefused(move(Date.UTC(2200, 0) * 1000), 'invalid', 'to', /before 2200/);
    for (const reason of ['', ' ', 'x'.repeat(256)]) {
      await assertRefused(cancelSubscription(deps, 'sub_none', reason), 'invalid', 'reason', /1 to 255 characters/);
    }
  });
});
