import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { US_PER_DAY } from '../../src/core/durations.ts';
import type { Payment, PaymentMethod } from '../../src/core/payment.ts';
import { parseDay } from '../../src/core/timestamps.ts';
import { deletePayments, findOldPayments } from '../../src/features/payments/store/old-payments.ts';
import { countOutstanding } from '../../src/features/payouts/count-outstanding.ts';
import { countMissing } from '../../src/features/payouts/store/outstanding.ts';
import { listOnlyOurs } from '../../src/features/payouts/store/payout-lines.ts';
import { listPayouts } from '../../src/features/payouts/store/payouts.ts';
import { approveRefund, completeRefund } from '../../src/features/refunds/decide-refund.ts';
import { requestRefund } from '../../src/features/refunds/request-refund.ts';
import { moveRefund } from '../../src/features/refunds/store/refunds.ts';
import { haitiDate } from '../../src/platform/clock/haiti-time.ts';
import { type BooksStore, type Owner, openBooksStore } from '../operator/books/books-store.ts';
import { refundDepsOf } from '../operator/books/ledger-world.ts';
import { onBothEngines } from '../support/engines.ts';

onBothEngines('a payment of the period of a statement that is in no payout', (engine) => {
  let store: BooksStore;
  let shop: Owner;
  beforeEach(async () => {
    store = await openBooksStore(engine);
    shop = await store.website(null);
  });
  afterEach(() => store?.close());

  const paid = async (ref: string, method: PaymentMethod = 'lakaypay_card') =>
    store.settle(await store.open(shop, 'live', { method }), { status: 'completed' }, { providerRef: ref });
  const lineOf = (kind: 'payment' | 'refund', ref: string, amount: string) =>
    `${haitiDate(store.now())},${kind},${ref},${amount},0,HTG`;
  const imported = async (reference: string, ...lines: readonly string[]) => {
    const bytes = Buffer.from(['date,kind,reference,amount,fee,currency', ...lines].join('\n'));
    const [made] = await store.operator.importStatement({
      ...{ bytes, reference, method: 'lakaypay_card', format: 'peye', bank: 'sogebank' },
      paidOn: parseDay(haitiDate(store.now())),
    });
    assert.ok(made);
    while ((await store.operator.matchLines()).isMoreWaiting);
    return made.payout;
  };
  /** A refund that has succeeded; of the whole payment without an amount. */
  const refunded = async ({ id }: Payment, ref: string, amount?: string) => {
    const deps = refundDepsOf(store);
    const owner = { websiteId: shop.websiteId, mode: 'live' } as const;
    const { refund } = await requestRefund(deps, { owner, name: ref, transactionId: String(id), amount });
    await approveRefund(deps, refund.id);
    return completeRefund(deps, refund.id, ref, { isUnclaimed: true });
  };
  const count = async () => {
    while ((await countOutstanding({ db: store.db, clock: store.now })).isMoreWaiting);
    const missing = await listPayouts(store.db, { state: 'missing', limit: 10 });
    assert.equal((await countMissing(store.db)).count, missing.length);
    return missing.map(({ reference }) => reference);
  };

  it('is missing unless its money was wholly refunded, and again when that refund is reversed', async () => {
    const [whole, part, halves, late] = [
      await paid('whole'),
      await paid('part'),
      await paid('halves'),
      await paid('late'),
    ];
    await paid('settled');
    const refund = await refunded(whole, 'R-1');
    await refunded(part, 'R-2', '499.99');
    await refunded(halves, 'R-3', '200');
    await refunded(halves, 'R-4', '300');
    const payout = await imported('MC-1', lineOf('payment', 'settled', '500'));
    const missing = async () => (await listOnlyOurs(store.db, payout, 10)).map(({ id }) => id);
    assert.deepEqual(await missing(), [part.id, late.id]);
    store.forward(70 * US_PER_DAY);
    await refunded(late, 'R-5');
    assert.deepEqual(await missing(), [part.id, late.id], 'by then a statement should have had the payment');
    const endedAtUs = Math.floor(store.now());
    await store.db.transaction((tx) => moveRefund(tx, refund, { status: 'reversed', endedAtUs, nextStepAtUs: null }));
    assert.deepEqual(await missing(), [whole.id, part.id, late.id]);
    const transferred = await paid('transferred', 'moncash');
    await refunded(transferred, 'R-6');
    const period = { ...payout, method: 'moncash', toUs: store.now() + US_PER_DAY } as const;
    const owed = await listOnlyOurs(store.db, period, 10);
    assert.deepEqual(
      owed.map(({ id }) => id),
      [transferred.id],
      'its refund is a transfer',
    );
  });

  it('is not missing for ever if it was voided, but is if a statement has deducted its refund alone', async () => {
    await refunded(await paid('voided'), 'R-1');
    await paid('settled');
    await imported('MC-1', lineOf('payment', 'settled', '500'));
    store.forward(30 * US_PER_DAY);
    assert.deepEqual(await count(), []);
    await imported('MC-2', lineOf('refund', 'R-1', '-500'));
    store.forward(2 * US_PER_DAY);
    assert.deepEqual(await count(), ['MC-1']);
    await imported('MC-3', lineOf('payment', 'voided', '500'));
    store.forward(2 * US_PER_DAY);
    assert.deepEqual(await count(), []);
  });

  it('is not moved to an archive before a statement has it', async () => {
    const [missing, settled] = [await paid('missing'), await paid('settled')];
    const { id } = await imported('MC-1', lineOf('payment', 'settled', '500'));
    store.forward(100 * US_PER_DAY);
    const beforeUs = store.now() - 30 * US_PER_DAY;
    const reasons = async () =>
      new Map(
        (await findOldPayments(store.db, [missing.id, settled.id], beforeUs)).map((each) => [
          each.payment.id,
          each.keptFor,
        ]),
      );
    assert.deepEqual(
      [...(await reasons())],
      [
        [missing.id, 'payout'],
        [settled.id, null],
      ],
    );
    await store.db.transaction((tx) => deletePayments(tx, [missing.id], beforeUs));
    assert.deepEqual(await count(), ['MC-1'], 'its provider still owes it');
    await store.operator.reversePayout(id, 'of another shop');
    while ((await store.operator.matchLines()).isMoreWaiting);
    assert.equal((await reasons()).get(missing.id), null);
    await imported('MC-2', lineOf('payment', 'missing', '500'));
    assert.equal((await reasons()).get(missing.id), null);
  });
});
