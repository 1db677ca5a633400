import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { insertLinkPayment } from '../../src/features/links/store/link-payments.ts';
import { insertLink } from '../../src/features/links/store/payment-links.ts';
import { findPaymentsOfLink } from '../../src/features/payments/store/find-payments-of-link.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { onBothEngines } from '../support/engines.ts';
import { inStatus, openTestStore, seed, type TestStore } from '../support/store.ts';

const COUNT = 700;

onBothEngines('the payments of a link', (engine) => {
  let store: TestStore;
  const ids: number[] = [];
  before(async () => {
    store = await openTestStore(engine);
    const sown = await seed(store.db);
    // Newest first; one in a hundred failed.
    const payments = Array.from({ length: COUNT }, (_, at) =>
      sown.payment(inStatus(at % 100 === 99 ? 'failed' : 'completed')),
    ).toReversed();
    ids.push(...payments.map(({ id }) => id));
    const [of, nothing] = [{ ht: 'x', fr: null, en: null }, null];
    await store.db.transaction(async (tx) => {
      await insertLink(tx, {
        id: 'lnk_1',
        code: '34678BCD',
        websiteId: sown.websiteId,
        apiKeyId: sown.apiKeyId,
        mode: 'test',
        name: 'x',
        descriptions: of,
        amountMode: 'fixed',
        currency: 'HTG',
        amountMinor: 100,
        minMinor: nothing,
        maxMinor: null,
        methods: ['moncash'],
        stock: null,
        isSingleUse: false,
        maxQuantity: 1,
        expiresAtUs: null,
        thanks: null,
        asksName: false,
        asksPhone: false,
        asksEmail: false,
        notifyEmail: null,
        createdAtUs: 1,
        createdBy: 'x',
        deactivatedAtUs: null,
        picture: null,
        openPayments: 0,
        paidPayments: 0,
        failedPayments: 0,
        openUnits: 0,
        paidUnits: 0,
        paidHtgMinor: 0,
        paidUsdMinor: 0,
      });
      for (let from = 0; from < COUNT; from += 100) await insertPayments(tx, payments.slice(from, from + 100));
      await insertPayments(tx, [sown.payment()]);
      for (const payment of payments)
        await insertLinkPayment(tx, payment, { linkId: 'lnk_1', formId: `f${payment.id}`, quantity: 1 });
    });
  });
  after(() => store.close());

  it('are all on one of its pages, each once, newest first', async () => {
    const found: number[] = [];
    let beforeId: number | undefined;
    for (let page = 1; page <= 7; page++) {
      const { payments, nextBefore, endedAt } = await findPaymentsOfLink(store.db, 'lnk_1', { beforeId, limit: 100 });
      found.push(...payments.map(({ id }) => id));
      assert.equal(endedAt, undefined);
      assert.equal(nextBefore, page === 7 ? undefined : found.at(-1));
      beforeId = nextBefore;
    }
    assert.deepEqual(found, ids);
  });

  it('that match a filter are searched among a limited number, and the next page continues from there', async () => {
    const filter = { status: 'failed', limit: 50 } as const;
    const first = await findPaymentsOfLink(store.db, 'lnk_1', filter, 500);
    assert.deepEqual([first.payments.length, first.endedAt?.count, first.endedAt?.last.id], [5, 500, ids[499]]);
    const next = await findPaymentsOfLink(store.db, 'lnk_1', { ...filter, beforeId: first.endedAt?.last.id ?? 0 }, 500);
    assert.deepEqual([next.payments.length, next.endedAt, next.nextBefore], [2, undefined, undefined]);
    const none = await findPaymentsOfLink(store.db, 'lnk_1', { limit: 5, websiteIds: [] });
    assert.deepEqual(none.payments, []);
  });
});
