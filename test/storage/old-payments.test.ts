import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import type { Refund } from '../../src/core/refund.ts';
import type { Transaction } from '../../src/database/database.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { insertLateCheck } from '../../src/features/payments/store/late-checks.ts';
import { deletePayments, type KeptFor, listOldPayments } from '../../src/features/payments/store/old-payments.ts';
import { changeCounts } from '../../src/features/payments/store/payment-counts.ts';
import {
  insertRefund,
  listRefundsOf,
  lockRefundMoney,
  readRefundMoney,
} from '../../src/features/refunds/store/refunds.ts';
import { insertSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import type { DeliveryStatus } from '../../src/features/webhooks/store/delivery-table.ts';
import { insertRefundDelivery } from '../../src/features/webhooks/store/new-delivery.ts';
import { onBothEngines } from '../support/engines.ts';
import { insertDelivery } from '../support/insert-delivery.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';
import { testSubscription } from '../support/subscriptions.ts';

/** A time after every payment of this test. */
const OLD_US = 1_800_000_000_000_000;

onBothEngines('an old payment', (engine) => {
  let store: TestStore;
  let shop: Seed;
  before(async () => {
    store = await openTestStore(engine);
    shop = await seed(store.db, {
      mode: 'live',
      website: { callbackUrl: 'https://shop.example/hook', refundCallbackUrl: 'https://shop.example/refunds' },
    });
  });
  after(() => store?.close());

  const insert = async (changes: Partial<Payment>, more: (tx: Transaction, payment: Payment) => Promise<unknown>) => {
    const payment = shop.payment({ mode: 'live', ...changes });
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, [payment]);
      await changeCounts(tx, [{ payment, status: payment.status, by: 1 }]);
      await more(tx, payment);
    });
    return payment;
  };
  const subscribe = (tx: Transaction, id: string, { id: firstPaymentId, websiteId, apiKeyId }: Payment) =>
    insertSubscription(
      tx,
      testSubscription({ id, firstPaymentId, websiteId, apiKeyId, mode: 'live', nextChargeAtUs: OLD_US }),
    );

  /** A refund whose webhook is in this status. */
  const refundOf = async (tx: Transaction, payment: Payment, status: DeliveryStatus) => {
    const { websiteId, mode, method, amountMinor, currency } = payment;
    const about = { id: `rfd_${payment.id}`, name: `of_${payment.id}`, websiteId, mode, paymentId: payment.id, method };
    const money = {
      amountMinor,
      currency,
      kind: 'gateway' as const,
      isWhole: true,
      reason: null,
      failureReason: null,
      providerRef: `re_${payment.id}`,
    };
    const state = { status: 'succeeded', requestedBy: 'marie', approvedBy: 'marie', word: null, attempts: 1 } as const;
    const times = { askedAtUs: 1, nextStepAtUs: null, createdAtUs: 1, endedAtUs: 1, payingUntilUs: null };
    const payer = { payerId: null, payer: null };
    const refund: Refund = { ...about, ...money, ...state, ...times, ...payer };
    await lockRefundMoney(tx, payment);
    await insertRefund(tx, refund);
    await insertRefundDelivery(tx, { refund, kind: 'refund.succeeded', atUs: 1, data: '{}' });
    if (status !== 'pending') {
      await tx.query('UPDATE deliveries SET status = $2, next_attempt_at_us = NULL WHERE refund_id = $1', [
        refund.id,
        status,
      ]);
    }
  };

  it('is deleted with its refunds if it is a test payment and they are over, and stays with them otherwise', async () => {
    const refunded = (mode: 'test' | 'live', status: 'requested' | 'failed') =>
      insert({ ...inStatus('completed'), mode }, async (tx, { id, currency, amountMinor }) => {
        const reserved = status === 'failed' ? 0 : 100;
        await tx.query('INSERT INTO refund_money VALUES ($1, $2, $3, $4, 0)', [id, currency, amountMinor, reserved]);
        await tx.query(
          `INSERT INTO refunds (id, name, website_id, mode, payment_id, method, amount_minor, currency, is_whole, status, failure_reason,
             requested_by, attempts, created_at_us, ended_at_us)
            SELECT 'rfd_' || id, 'a' || id, website_id, mode, id, method, 100, currency, 0, $2, $3, 'key_1', 0, 1, $4 FROM payments WHERE id = $1`,
          [id, status, status === 'failed' ? 'rejected' : null, status === 'failed' ? 2 : null],
        );
      });
    const cases = [
      { isDeleted: true, payment: await refunded('test', 'failed') },
      { isDeleted: false, payment: await refunded('test', 'requested') },
      { isDeleted: false, payment: await refunded('live', 'failed') },
    ];
    const ids = cases.map(({ payment }) => payment.id);
    const deleted = await store.db.transaction((tx) => deletePayments(tx, ids, OLD_US));
    for (const { isDeleted, payment } of cases) {
      assert.equal(deleted.has(payment.id), isDeleted);
      assert.equal((await listRefundsOf(store.db, payment.id)).length, isDeleted ? 0 : 1);
      assert.equal((await readRefundMoney(store.db, payment.id)) === undefined, isDeleted);
    }
  });

  it('is deleted unless it is open, has a discrepancy, belongs to an active subscription, or has pending work', async () => {
    const [completed, failed] = [inStatus('completed'), inStatus('failed')];
    const first = await insert(completed, (tx, payment) => subscribe(tx, 'sub_1', payment));
    const charge = {
      ...completed,
      method: 'lakaypay_card' as const,
      subscriptionId: 'sub_1',
      subscriptionPeriod: 2,
      subscriptionTry: 1,
    };
    const cases: [reason: KeptFor | null, payment: Payment][] = [
      [null, await insert(completed, async () => {})],
      ['not_over', await insert({}, async () => {})],
      ['late_check', await insert(failed, (tx, payment) => insertLateCheck(tx, payment, OLD_US))],
      ['delivery', await insert(completed, (tx, payment) => insertDelivery(tx, payment, 0))],
      ['delivery', await insert(completed, (tx, payment) => refundOf(tx, payment, 'pending'))],
      [null, await insert({ ...completed, mode: 'test' }, (tx, payment) => refundOf(tx, payment, 'exhausted'))],
      ['recurring', first],
      ['recurring', await insert(charge, async () => {})],
      [
        'discrepancy',
        await insert(failed, (tx, { id, method }) => {
          const report = { kind: 'paid_after_failure', method, paymentId: id, providerRef: 'T-1' } as const;
          return recordDiscrepancy(
            tx,
            'dsc_1',
            { ...report, reported: { amountMinor: 50_000, currency: 'HTG' } },
            OLD_US,
          );
        }),
      ],
    ];
    const age = { createdBeforeUs: OLD_US, finishedBeforeUs: OLD_US, apiKeyId: shop.apiKeyId };
    const listed = await listOldPayments(store.db, age, { limit: 50 });
    const reasons = new Map(listed.map(({ payment, keptFor }) => [payment.id, keptFor]));
    for (const [reason, { id }] of cases) assert.equal(reasons.get(id), reason);
    const ids = cases.map(([, { id }]) => id);
    const deleted = await store.db.transaction((tx) => deletePayments(tx, ids, OLD_US));
    for (const [reason, { id }] of cases) {
      assert.equal(deleted.has(id), reason === null, String(reason));
      assert.equal((await findPayment(store.db, id)) === undefined, reason === null, String(reason));
    }
    const left = await store.db.query('SELECT status FROM deliveries WHERE refund_id IS NOT NULL');
    assert.deepEqual(
      left.map(({ status }) => status),
      ['pending'],
    );
  });
});
