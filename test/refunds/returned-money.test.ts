import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { CURRENCIES, type Money } from '../../src/core/money.ts';
import { PAYMENT_METHODS, type Payment } from '../../src/core/payment.ts';
import { REFUND_STATUSES, type Refund, type RefundStatus } from '../../src/core/refund.ts';
import type { DiscrepancyKind } from '../../src/features/payments/discrepancies/discrepancy.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { changeCounts } from '../../src/features/payments/store/payment-counts.ts';
import type { TotalsFilter } from '../../src/features/payments/store/payment-totals.ts';
import { insertRefund, lockRefundMoney } from '../../src/features/refunds/store/refunds.ts';
import { returnedOf, returnedOfFilter, sumReturned } from '../../src/features/refunds/store/returned-money.ts';
import { onBothEngines } from '../support/engines.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const FROM_US = 1_700_000_000_000_000;
const HOUR_US = 3_600_000_000;

/** Money that went back to a customer. */
interface Back {
  readonly payment: Payment;
  readonly money: Money;
  readonly atUs: number;
}

onBothEngines('the money that went back to customers', (engine) => {
  let store: TestStore;
  let shops: Seed[];
  const payments: Payment[] = [];
  const backs: Back[] = [];
  let number = 0;

  const refund = async (payment: Payment, status: RefundStatus, amountMinor: number, providerRef: string | null) => {
    const atUs = payment.createdAtUs + HOUR_US;
    const isOver = status === 'succeeded' || status === 'failed' || status === 'reversed';
    const row: Refund = {
      id: `rfd_${++number}`,
      name: `r-${number}`,
      kind: 'gateway',
      websiteId: payment.websiteId,
      mode: payment.mode,
      paymentId: payment.id,
      method: payment.method,
      amountMinor,
      currency: payment.currency,
      isWhole: false,
      reason: null,
      status,
      failureReason: status === 'failed' ? 'declined' : null,
      requestedBy: 'key_1',
      approvedBy: 'marie',
      providerRef,
      word: null,
      attempts: 1,
      askedAtUs: atUs,
      nextStepAtUs: null,
      createdAtUs: atUs,
      endedAtUs: isOver ? atUs + HOUR_US : null,
      payerId: null,
      payer: null,
      payingUntilUs: null,
    };
    await store.db.transaction(async (tx) => {
      await lockRefundMoney(tx, payment);
      assert.ok(await insertRefund(tx, row));
    });
    if (status === 'succeeded')
      backs.push({ payment, money: { amountMinor, currency: payment.currency }, atUs: atUs + HOUR_US });
  };
  const report = async (payment: Payment, kind: DiscrepancyKind, money: Money, providerRef: string) => {
    const atUs = payment.createdAtUs + 5 * HOUR_US;
    const found = {
      kind,
      method: payment.method,
      paymentId: payment.id,
      providerRef,
      reported: money,
      word: 'refunded',
    };
    await store.db.transaction((tx) => recordDiscrepancy(tx, `dsc_${++number}`, found, atUs));
    return { payment, money, atUs };
  };

  before(async () => {
    store = await openTestStore(engine);
    shops = [await seed(store.db), await seed(store.db, { mode: 'live' }), await seed(store.db)];
    for (let n = 0; n < 48; n++) {
      const mode = n % 3 === 1 ? 'live' : 'test';
      const method = PAYMENT_METHODS[n % 4]!;
      const currency = method === 'card' ? 'USD' : 'HTG';
      const changes = { ...inStatus('completed'), mode, method, currency, amountMinor: 5_000 } as const;
      payments.push(shops[n % 3]!.payment({ ...changes, createdAtUs: FROM_US + n * HOUR_US }));
    }
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, payments);
      await changeCounts(
        tx,
        payments.map((payment) => ({ payment, status: payment.status, by: 1 as const })),
      );
    });
    for (const [n, payment] of payments.entries()) {
      const status = REFUND_STATUSES[n % REFUND_STATUSES.length]!;
      const hasRef = status === 'succeeded' || status === 'reversed';
      if (n % 5 !== 0) await refund(payment, status, 100 + n, hasRef ? `re_${n}` : null);
      // The provider also reports the gateway's own refund; that is the same money.
      if (hasRef && n % 5 !== 0) {
        await report(
          payment,
          'returned_after_completion',
          { amountMinor: 100 + n, currency: payment.currency },
          `re_${n}`,
        );
      }
      const currency = n % 8 === 0 ? 'USD' : payment.currency;
      if (n % 4 === 0) {
        backs.push(await report(payment, 'returned_after_completion', { amountMinor: 7 + n, currency }, `portal_${n}`));
      }
      if (n % 6 === 0) await report(payment, 'disputed', { amountMinor: 11, currency }, `dispute_${n}`);
    }
    if (engine === 'postgres') await store.db.outsideTransaction?.('ANALYZE');
  });
  after(() => store?.close());

  const plain = (those: readonly Back[]): Money[] =>
    CURRENCIES.flatMap((currency) => {
      const own = those.filter(({ money }) => money.currency === currency);
      return own.length === 0
        ? []
        : [{ currency, amountMinor: own.reduce((sum, { money }) => sum + money.amountMinor, 0) }];
    });

  it('is what refunds moved and providers reported, each counted once, at the time when it became known', async () => {
    assert.ok(backs.length > 10);
    for (const websiteIds of [undefined, [shops[0]!.websiteId], [shops[1]!.websiteId, shops[2]!.websiteId], []]) {
      for (const mode of ['test', 'live'] as const) {
        for (const [fromUs, toUs] of [
          [0, 2 * FROM_US],
          [FROM_US + 6 * HOUR_US, FROM_US + 21 * HOUR_US],
        ] as const) {
          const sums = await sumReturned(store.db, { websiteIds, mode, fromUs, toUs });
          const wanted = backs.filter(
            ({ payment, atUs }) =>
              payment.mode === mode &&
              (websiteIds?.includes(payment.websiteId) ?? true) &&
              atUs >= fromUs &&
              atUs < toUs,
          );
          for (const method of PAYMENT_METHODS) {
            for (const { websiteId } of shops) {
              const own = (each: { websiteId: string; method: string }) =>
                each.websiteId === websiteId && each.method === method;
              assert.deepEqual(
                sums.filter(own).map(({ currency, amountMinor }) => ({ currency, amountMinor })),
                plain(wanted.filter(({ payment }) => own(payment))),
                JSON.stringify({ websiteIds, mode, fromUs, method }),
              );
            }
          }
        }
      }
    }
  });

  it('is added up for payments, and for a filter with a text, unless there are too many to read', async () => {
    const some = payments.slice(3, 30);
    const wanted = backs.filter(({ payment }) => some.includes(payment));
    const found = await returnedOf(
      store.db,
      some.map(({ id }) => id),
    );
    assert.deepEqual(found, { payments: new Set(wanted.map(({ payment }) => payment.id)).size, sums: plain(wanted) });
    const [shop] = shops;
    const filters: readonly [TotalsFilter, string, (payment: Payment) => boolean][] = [
      [{}, '', () => true],
      [{ mode: 'live' }, '', ({ mode }) => mode === 'live'],
      [
        { websiteIds: [shop!.websiteId], method: 'card' },
        '',
        ({ websiteId, method }) => websiteId === shop!.websiteId && method === 'card',
      ],
      [{ websiteIds: [shop!.websiteId], websiteId: shops[2]!.websiteId }, '', () => false],
      [
        { fromUs: FROM_US + 9 * HOUR_US, toUs: FROM_US + 33 * HOUR_US },
        '',
        ({ createdAtUs }) => createdAtUs >= FROM_US + 9 * HOUR_US && createdAtUs < FROM_US + 33 * HOUR_US,
      ],
      [{ currency: 'USD', fromMinor: 1 }, '', ({ currency }) => currency === 'USD'],
      [{}, String(payments[8]!.id), ({ id }) => id === payments[8]!.id],
      [{}, 'Nobody', () => false],
    ];
    for (const [filter, text, isMeant] of filters) {
      const sums = plain(backs.filter(({ payment }) => isMeant(payment)));
      assert.deepEqual(await returnedOfFilter(store.db, filter, text), sums, JSON.stringify([filter, text]));
    }
    assert.equal(await returnedOfFilter(store.db, {}, '', 3), undefined);
  });
});
