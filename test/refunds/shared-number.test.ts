import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import { verifyBooks } from '../../src/features/reconciliation/books/verify-books.ts';
import {
  approveRefund,
  completeRefund,
  correctRefund,
  requireRefund,
} from '../../src/features/refunds/decide-refund.ts';
import { recordReturns } from '../../src/features/refunds/record-returns.ts';
import { waitOf } from '../../src/features/refunds/refund-waits.ts';
import { requestRefund } from '../../src/features/refunds/request-refund.ts';
import { listRefundsOf } from '../../src/features/refunds/store/refunds.ts';
import { OperatorError } from '../../src/platform/operator-error.ts';
import { type BooksStore, type Owner, openBooksStore } from '../operator/books/books-store.ts';
import { refundDepsOf } from '../operator/books/ledger-world.ts';
import { onBothEngines } from '../support/engines.ts';

onBothEngines('the number of a refund of another payment', (engine) => {
  let store: BooksStore;
  let shop: Owner;
  before(async () => {
    store = await openBooksStore(engine);
    shop = await store.website(null);
  });
  after(() => store?.close());

  const paid = async (ref: string) =>
    store.settle(await store.open(shop, 'live', { method: 'card' }), { status: 'completed' }, { providerRef: ref });
  const approved = async (payment: Payment) => {
    const owner = { websiteId: shop.websiteId, mode: 'live' } as const;
    const request = { owner, name: `of-${payment.id}`, transactionId: String(payment.id), amount: '500' };
    const { refund } = await requestRefund(refundDepsOf(store), request);
    return approveRefund(refundDepsOf(store), refund.id);
  };
  const shown = async (payment: Payment, providerRef: string) => {
    const reported = { amountMinor: 50_000, currency: 'HTG' } as const;
    const report = { kind: 'returned_after_completion', method: 'card', paymentId: payment.id, reported } as const;
    const returns = {
      reports: [{ ...report, providerRef, word: 'refunded' }],
      disputes: [],
      undone: [],
      listed: undefined,
    };
    await store.db.transaction((tx) => recordReturns(tx, payment, returns, store.now()));
    const [external] = await listRefundsOf(store.db, payment.id);
    assert.equal(external?.kind, 'external');
    return external;
  };
  const faults = async () =>
    (await store.sabotaged([], (each) => verifyBooks(each, { box: store.box, nowUs: store.now() })))?.faults;

  it('that was entered by mistake is reported until it is corrected, and all money is counted', async () => {
    const [a, b] = [await paid('pi_a'), await paid('pi_b')];
    const deps = refundDepsOf(store);
    const { id } = await completeRefund(deps, (await approved(a)).id, 're_of_b', { isUnclaimed: true });
    assert.deepEqual(await faults(), []);
    const external = await shown(b, 're_of_b');
    assert.equal(external?.status, 'succeeded');
    const examples = [{ kind: 'refund_number_shared', id, detail: `its number is that of ${external?.id}` }];
    assert.deepEqual(await faults(), [{ kind: 'refund_number_shared', count: 1, examples }]);
    assert.equal(waitOf((await requireRefund(store.db, id)).word), 'numberOfAnother');
    await correctRefund(deps, id, { succeeded: 're_of_a', note: 'typed the number of another refund' });
    assert.deepEqual(await faults(), []);
    assert.equal(waitOf((await requireRefund(store.db, id)).word), 'other');
  });

  it('is refused when it is known', async () => {
    const [a, b] = [await paid('pi_c'), await paid('pi_d')];
    const { id } = await approved(a);
    await shown(b, 're_of_d');
    await assert.rejects(completeRefund(refundDepsOf(store), id, 're_of_d', { isUnclaimed: true }), (error) => {
      assert.ok(error instanceof OperatorError);
      return error.field === 'transaction_number' && error.code === 'conflict';
    });
  });
});
