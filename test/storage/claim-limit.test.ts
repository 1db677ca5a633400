import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import type { Database } from '../../src/database/database.ts';
import { claimDuePayments } from '../../src/features/payments/store/claim-due-payments.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { claimLateChecks, insertLateCheck } from '../../src/features/payments/store/late-checks.ts';
import { claimReceipts, queueReceipt } from '../../src/features/receipts/store/receipts.ts';
import { claimDueSubscriptions, insertSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import { claimDeliveries } from '../../src/features/webhooks/store/claim-deliveries.ts';
import { onBothEngines } from '../support/engines.ts';
import { insertDelivery } from '../support/insert-delivery.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';
import { testSubscription } from '../support/subscriptions.ts';

const NOW_US = 1_700_000_000_000_000;
const COUNT = 12;
const LIMIT = 5;
const CLAIM = { nowUs: NOW_US, leaseUntilUs: NOW_US + 60_000_000, limit: LIMIT };
/** With these plans off, PostgreSQL searches the due rows again for each row, as it may also do when its statistics are old. */
const PLANS = ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort'];

onBothEngines('a claim returns at most its limit, however the store plans the statement:', (engine) => {
  let store: TestStore;
  let db: Database;
  let owner: Seed;
  let payments: Payment[];
  before(async () => {
    store = await openTestStore(engine);
    if (engine === 'postgres') {
      const [row] = await store.db.query<{ name: string }>('SELECT current_database() AS name');
      for (const plan of PLANS) await store.db.query(`ALTER DATABASE "${row?.name}" SET enable_${plan} = off`);
    }
    // New connections have these settings.
    db = store.open();
    owner = await seed(db, { website: { callbackUrl: 'https://shop.example/hook', sendsReceipts: true } });
    payments = Array.from({ length: COUNT }, () => owner.payment(inStatus('completed')));
    await db.transaction((tx) => insertPayments(tx, payments));
  });
  after(() => store?.close());

  it('payments that are due', async () => {
    const due = Array.from({ length: COUNT }, () => owner.payment({ nextCheckAtUs: NOW_US }));
    await db.transaction((tx) => insertPayments(tx, due));
    assert.equal((await claimDuePayments(db, { mode: 'test' }, CLAIM)).length, LIMIT);
  });

  it('late checks', async () => {
    await db.transaction(async (tx) => {
      for (const payment of payments) await insertLateCheck(tx, payment, NOW_US);
    });
    assert.equal((await claimLateChecks(db, 'moncash', CLAIM)).length, LIMIT);
  });

  it('subscriptions', async () => {
    await db.transaction(async (tx) => {
      for (const { id, websiteId, apiKeyId } of payments) {
        await insertSubscription(
          tx,
          testSubscription({ id: `sub_${id}`, firstPaymentId: id, websiteId, apiKeyId, nextChargeAtUs: NOW_US }),
        );
      }
    });
    assert.equal((await claimDueSubscriptions(db, 'test', CLAIM)).length, LIMIT);
  });

  it('e-mails', async () => {
    const { websiteId } = owner;
    await db.transaction(async (tx) => {
      for (const { id: paymentId } of payments) await queueReceipt(tx, { paymentId, websiteId, nowUs: NOW_US });
    });
    const claim = { ...CLAIM, farUs: NOW_US * 2, skipLocked: db.skipLocked };
    assert.equal((await db.transaction((tx) => claimReceipts(tx, claim))).length, LIMIT);
  });

  it('deliveries', async () => {
    const { websiteId } = owner;
    await db.transaction(async (tx) => {
      for (const payment of payments) await insertDelivery(tx, payment, 0);
    });
    const claim = { ...CLAIM, nowUs: NOW_US * 2, websites: [{ websiteId, limit: LIMIT }], skipLocked: db.skipLocked };
    assert.equal((await db.transaction((tx) => claimDeliveries(tx, claim))).length, LIMIT);
  });
});
