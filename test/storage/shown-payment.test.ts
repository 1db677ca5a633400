import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { isPaidInHtgOnly, PAYMENT_METHODS, type Payment } from '../../src/core/payment.ts';
import { paymentJson } from '../../src/core/payment-json.ts';
import {
  findPayment,
  findShownPayment,
  findShownPaymentByReference,
} from '../../src/features/payments/store/find-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { changeCounts } from '../../src/features/payments/store/payment-counts.ts';
import { listPayments, listPaymentsBefore } from '../../src/features/payments/store/payment-list.ts';
import { onBothEngines } from '../support/engines.ts';
import { jsonText, storableText } from '../support/json-text.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

onBothEngines('the JSON of a payment', (engine) => {
  let store: TestStore;
  let owner: Seed;
  before(async () => {
    store = await openTestStore(engine);
    owner = await seed(store.db);
  });
  after(() => store.close());

  const text = storableText(50);
  const fields = fc.record(
    {
      status: fc.constantFrom('processing' as const, 'completed' as const, 'failed' as const),
      amountMinor: fc.integer({ min: 100, max: 10_000_000 }),
      method: fc.constantFrom(...PAYMENT_METHODS),
      reference: text,
      description: fc.option(text),
      customerName: text.filter((name) => name !== ''),
      customerEmail: fc.option(text),
      customerPhone: fc.option(text),
      metadata: fc.option(jsonText().object),
      createdAtUs: fc.integer({ min: 1_600_000_000_000_000, max: 1_700_000_000_000_000 }),
    },
    { noNullPrototype: true },
  );

  it('is the same, whether all fields of the payment were read or only the shown ones', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async ({ status, ...values }) => {
        // A new key, so that the list has only this payment.
        const { apiKeyId, websiteId, payment: newPayment } = await seed(store.db);
        const payment: Payment = newPayment({
          ...values,
          currency: isPaidInHtgOnly(values.method) ? 'HTG' : 'USD',
          ...inStatus(status),
        });
        await store.db.transaction(async (tx) => {
          await insertPayments(tx, [payment]);
          await changeCounts(tx, [{ payment, status, by: 1 }]);
        });
        const scope = { websiteId, mode: payment.mode };
        const read = await Promise.all([
          findPayment(store.db, payment.id),
          findShownPayment(store.db, scope, payment.id),
          findShownPaymentByReference(store.db, scope, values.reference),
          listPayments(store.db, { apiKeyId }, { page: 1, perPage: 5 }).then((page) => page.payments[0]),
          listPayments(store.db, { apiKeyId, status, method: values.method }, { page: 1, perPage: 5 }).then(
            (page) => page.payments[0],
          ),
          listPaymentsBefore(store.db, { apiKeyId }, { limit: 5 }).then((page) => page.payments[0]),
        ]);
        for (const found of read) assert.equal(found && paymentJson(found), paymentJson(payment));
      }),
      { numRuns: 60 },
    );
  });

  it('is not found by another website, in another mode, or for an unknown payment', async () => {
    const payment = owner.payment({ reference: 'mine' });
    await store.db.transaction((tx) => insertPayments(tx, [payment]));
    const other = await seed(store.db);
    const scopes = [
      { websiteId: other.websiteId, mode: 'test' as const },
      { websiteId: owner.websiteId, mode: 'live' as const },
      { websiteId: owner.websiteId, mode: 'test' as const },
    ];
    const found = await Promise.all(scopes.map((scope) => findShownPayment(store.db, scope, payment.id)));
    assert.deepEqual(
      found.map((one) => one?.id),
      [undefined, undefined, payment.id],
    );
    const byReference = await Promise.all(scopes.map((scope) => findShownPaymentByReference(store.db, scope, 'mine')));
    assert.deepEqual(
      byReference.map((one) => one?.id),
      [undefined, undefined, payment.id],
    );
    assert.equal(await findShownPayment(store.db, scopes[2]!, 999_999_999_999_998), undefined);
  });
});
