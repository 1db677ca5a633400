import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import { activityOf } from '../../src/features/ledger/activity.ts';
import { entryName } from '../../src/features/ledger/entry.ts';
import { balancesAt, listEntriesAbout, readLedgerFill } from '../../src/features/ledger/store/postings.ts';
import type { DiscrepancyKind } from '../../src/features/payments/discrepancies/discrepancy.ts';
import { recordDiscrepancy } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { fillOlderLedger } from '../../src/features/payments/fill-payment-terms.ts';
import { settlePayment } from '../../src/features/payments/settle-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { approveRefund, completeRefund } from '../../src/features/refunds/decide-refund.ts';
import { type RefundRequest, requestRefund } from '../../src/features/refunds/request-refund.ts';
import { secretBox } from '../../src/platform/secrets/secrets.ts';
import { type BooksStore, DAY_US, DECLINED, type Owner, openBooksStore } from '../operator/books/books-store.ts';
import { refundDepsOf } from '../operator/books/ledger-world.ts';
import { onBothEngines } from '../support/engines.ts';
import { settling } from '../support/settling.ts';
import { inStatus, testPayment } from '../support/store.ts';

const END_US = Number.MAX_SAFE_INTEGER;
/** Smaller than the ids of all other payments. */
const FIRST_ID = 100_000_000_000_000;

onBothEngines('the ledger', (engine) => {
  let store: BooksStore;
  let shop: Owner;
  before(async () => {
    store = await openBooksStore(engine);
    shop = await store.website(null);
  });
  after(() => store?.close());

  const entriesOf = async ({ id }: Payment) =>
    (await listEntriesAbout(store.db, id)).map((entry) => [
      entryName(entry),
      ...entry.lines.map(({ account, money }) => `${account} ${money.amountMinor} ${money.currency}`),
    ]);
  let [refs, ids] = [0, 0];
  const report = async (payment: Payment, kind: DiscrepancyKind, amountMinor: number | null, ref = `ref-${++refs}`) => {
    store.forward(1_000_000);
    const word = kind === 'returned_after_completion' || kind === 'disputed' ? 'refunded' : null;
    const reported = amountMinor === null ? null : ({ amountMinor, currency: 'HTG' } as const);
    const { id: paymentId, method } = payment;
    const found = { kind, method, paymentId, providerRef: ref, reported, word } as const;
    const id = `dsc_${++ids}`;
    await store.db.transaction((tx) => recordDiscrepancy(tx, id, found, store.now()));
    return id;
  };

  // Contract: LEDGER-1
  it('has one entry for each completed payment, and none for others', async () => {
    const paid = await store.end(shop, 'live');
    assert.deepEqual(await entriesOf(paid), [
      [`payment:${paid.id}:completed`, 'due:moncash 50000 HTG', 'sales -50000 HTG'],
    ]);
    const [entry] = await listEntriesAbout(store.db, paid.id);
    assert.deepEqual([entry?.websiteId, entry?.mode, entry?.atUs], [shop.websiteId, 'live', paid.finishedAtUs]);
    assert.deepEqual(await entriesOf(await store.end(shop, 'live', DECLINED)), []);
    assert.deepEqual(await entriesOf(await store.open(shop, 'live')), []);
  });

  it('has the entries of test payments apart, and loses them with the payments', async () => {
    const owner = await store.website(null);
    const [paid, live] = [await store.end(owner, 'test'), await store.end(owner, 'live')];
    const balances = async (mode: 'test' | 'live') =>
      (await balancesAt(store.db, { websiteId: owner.websiteId, mode, fromUs: 0, toUs: END_US })).map(
        ({ account, closingMinor }) => [account, closingMinor],
      );
    const whole = [
      ['due:moncash', 50_000],
      ['sales', -50_000],
    ];
    assert.deepEqual(await balances('test'), whole);
    store.forward(60 * DAY_US);
    for (let isMore = true; isMore; ) {
      isMore = (await store.operator.deleteOldTestPayments({ olderThanDays: 30, removedBefore: 0 })).isMoreWaiting;
    }
    assert.deepEqual(await entriesOf(paid), []);
    assert.deepEqual(await balances('test'), []);
    assert.equal((await entriesOf(live)).length, 1);
    assert.deepEqual(await balances('live'), whole);
  });

  // Contract: LEDGER-1
  it('undoes a settlement whose event it has already', async () => {
    const payment = await store.open(shop, 'live');
    await store.db.transaction((tx) =>
      tx.query(
        `INSERT INTO postings (about, entry, line, website_id, mode, account, currency, amount_minor, at_us)
          VALUES ($1, 'completed', 1, $2, 'live', 'sales', 'HTG', 1, 1)`,
        [payment.id, shop.websiteId],
      ),
    );
    const deps = settling({ db: store.db, clock: () => store.now(), box: secretBox(Buffer.alloc(32)) });
    await assert.rejects(settlePayment(deps, payment, { status: 'completed' }));
    const [row] = await store.db.query('SELECT status FROM payments WHERE id = $1', [payment.id]);
    assert.equal(row?.status, 'processing');
    await store.db.transaction((tx) => tx.query('DELETE FROM postings WHERE about = $1', [payment.id]));
    assert.equal((await settlePayment(deps, payment, { status: 'completed' }))?.status, 'completed');
  });

  // Contract: LEDGER-1
  it('posts a discrepancy once, however often it is seen, and a changed amount back and again', async () => {
    const failed = await store.end(shop, 'live', DECLINED);
    const id = await report(failed, 'paid_after_failure', 40_000, 'again');
    await report(failed, 'paid_after_failure', 40_000, 'again');
    assert.deepEqual(await entriesOf(failed), [
      [`discrepancy:${id}:1`, 'due:moncash 40000 HTG', 'discrepancies -40000 HTG'],
    ]);
    const whole = { amountMinor: 40_000, currency: 'HTG' } as const;
    const left = { amountMinor: 10_000, currency: 'HTG' } as const;
    const { method, id: paymentId } = failed;
    const kind = 'paid_after_failure';
    await store.db.transaction((tx) =>
      recordDiscrepancy(
        tx,
        'dsc_x',
        { kind, method, paymentId, providerRef: 'again', reported: left, whole },
        store.now(),
      ),
    );
    assert.deepEqual((await entriesOf(failed)).slice(1), [
      [`discrepancy:${id}:2`, 'due:moncash -40000 HTG', 'discrepancies 40000 HTG'],
      [`discrepancy:${id}:3`, 'due:moncash 10000 HTG', 'discrepancies -10000 HTG'],
    ]);
  });

  it('reverses money that the provider does not hold, and a dispute only while it is open', async () => {
    const paid = await store.end(shop, 'live');
    const disputed = await report(paid, 'disputed', 50_000, 'dispute');
    assert.deepEqual((await entriesOf(paid)).at(-1)?.slice(1), ['due:moncash -50000 HTG', 'discrepancies 50000 HTG']);
    // The loss has the number of the dispute: its money is subtracted once.
    const lost = await report(paid, 'returned_after_completion', 50_000, 'dispute');
    assert.deepEqual((await entriesOf(paid)).slice(1), [
      [`discrepancy:${disputed}:1`, 'due:moncash -50000 HTG', 'discrepancies 50000 HTG'],
      [`discrepancy:${disputed}:2`, 'due:moncash 50000 HTG', 'discrepancies -50000 HTG'],
      [`discrepancy:${lost}:1`, 'due:moncash -50000 HTG', 'discrepancies 50000 HTG'],
    ]);
    const unpaid = await store.end(shop, 'live');
    await report(unpaid, 'not_paid', null);
    assert.deepEqual((await entriesOf(unpaid)).at(-1)?.slice(1), ['due:moncash -50000 HTG', 'discrepancies 50000 HTG']);
    const won = await store.end(shop, 'live');
    const open = await report(won, 'disputed', 50_000);
    await store.operator.resolveDiscrepancy(open, 'won');
    assert.deepEqual((await entriesOf(won)).at(-1)?.slice(1), ['due:moncash 50000 HTG', 'discrepancies -50000 HTG']);
    const kept = await store.end(shop, 'live');
    const returned = await report(kept, 'returned_after_completion', 20_000);
    await store.operator.resolveDiscrepancy(returned, 'agreed with the merchant');
    assert.equal((await entriesOf(kept)).length, 2, 'resolving moves no money');
  });

  it('counts a refund once that the provider reported as returned before its number was known', async () => {
    const deps = refundDepsOf(store);
    const paid = await store.end(shop, 'live');
    const request = { owner: { websiteId: shop.websiteId, mode: 'live' }, name: 'own', transactionId: String(paid.id) };
    const { refund } = await requestRefund(deps, { ...request, amount: '100' } as RefundRequest);
    const id = await report(paid, 'returned_after_completion', 10_000, 'TX-own');
    const due = async () => {
      const lines = (await listEntriesAbout(store.db, paid.id)).flatMap((entry) => entry.lines);
      return lines.reduce((sum, { account, money }) => sum + (account === 'due:moncash' ? money.amountMinor : 0), 0);
    };
    assert.equal(await due(), 40_000);
    await approveRefund(deps, refund.id);
    await completeRefund(deps, refund.id, 'TX-own', { isUnclaimed: true });
    assert.equal(await due(), 40_000);
    assert.equal((await entriesOf(paid)).filter(([name]) => name?.startsWith(`discrepancy:${id}:`)).length, 2);
  });

  // Contract: LEDGER-4
  it('gets the payments from before it existed in batches, once each, and says until then that it is not complete', async () => {
    const owner = await store.website(null);
    const before = { websiteId: owner.websiteId, apiKeyId: owner.live };
    const older = Array.from({ length: 450 }, (_, n) => {
      const status = n % 3 === 0 ? 'failed' : 'completed';
      return testPayment(before, { ...inStatus(status), id: FIRST_ID + n, mode: 'live', amountMinor: 100 + n });
    });
    await store.db.transaction((tx) => insertPayments(tx, older));
    await report(older[1]!, 'returned_after_completion', 50);
    await store.db.transaction(async (tx) => {
      await tx.query('DELETE FROM postings WHERE about < $1', [FIRST_ID + 450]);
      await tx.query('UPDATE ledger_fill SET before_id = (SELECT MAX(id) + 1 FROM payments)');
    });
    const during = await store.end(owner, 'live');
    const deleteOld = () => store.operator.deleteOldTestPayments({ olderThanDays: 30, removedBefore: 0 });
    const test = await store.end(owner, 'test');
    store.forward(60 * DAY_US);
    assert.deepEqual(
      await deleteOld(),
      { removed: 0, isMoreWaiting: false },
      'not while older payments are being posted',
    );
    assert.notEqual(await readLedgerFill(store.db), null);
    let rounds = 1;
    while ((await fillOlderLedger(store)).isMoreWaiting) rounds++;
    assert.ok(rounds > 2);
    assert.equal(await readLedgerFill(store.db), null);
    assert.deepEqual(await fillOlderLedger(store), { isMoreWaiting: false });
    assert.equal((await entriesOf(test)).length, 1);
    assert.ok((await deleteOld()).removed > 0);
    const completed = older.filter(({ status }) => status === 'completed');
    const sold = completed.reduce((sum, { amountMinor }) => sum + amountMinor, 0) + during.amountMinor;
    const all = { websiteId: owner.websiteId, mode: 'live', fromUs: 0, toUs: END_US } as const;
    const balances = await balancesAt(store.db, all);
    assert.deepEqual(
      balances.map(({ account, closingMinor }) => [account, closingMinor]),
      [
        ['discrepancies', 50],
        ['due:moncash', sold - 50],
        ['sales', -sold],
      ],
    );
    const activity = await activityOf(store.db, all);
    const ofSales = activity.find(({ kind, account }) => kind === 'payment_completed' && account === 'sales');
    assert.equal(ofSales?.entries, completed.length + 1);
    // Entries that were posted before the filling reached them stay as they are.
    await store.db.transaction((tx) => tx.query('UPDATE ledger_fill SET before_id = $1', [FIRST_ID + 450]));
    while ((await fillOlderLedger(store)).isMoreWaiting);
    assert.deepEqual(await balancesAt(store.db, all), balances);
  });
});
