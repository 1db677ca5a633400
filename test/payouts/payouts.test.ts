import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { US_PER_DAY } from '../../src/core/durations.ts';
import type { Payment } from '../../src/core/payment.ts';
import { parseDay } from '../../src/core/timestamps.ts';
import { listAuditRows } from '../../src/features/audit/store/audit-log.ts';
import { entryName } from '../../src/features/ledger/entry.ts';
import { balancesAt, listEntriesAbout } from '../../src/features/ledger/store/postings.ts';
import { settlePayment } from '../../src/features/payments/settle-payment.ts';
import { countOutstanding } from '../../src/features/payouts/count-outstanding.ts';
import type { PayoutState } from '../../src/features/payouts/payout.ts';
import { USUAL_DELAY_US } from '../../src/features/payouts/payout-rules.ts';
import type { PayoutByHand, StatementToImport } from '../../src/features/payouts/payout-verbs.ts';
import { outstandingOf } from '../../src/features/payouts/store/outstanding.ts';
import { isRefundPaidOut } from '../../src/features/payouts/store/paid-out.ts';
import { countLines, listLines, listOnlyOurs } from '../../src/features/payouts/store/payout-lines.ts';
import { listPayouts } from '../../src/features/payouts/store/payouts.ts';
import { verifyBooks } from '../../src/features/reconciliation/books/verify-books.ts';
import {
  approveRefund,
  completeRefund,
  correctRefund,
  requireRefund,
} from '../../src/features/refunds/decide-refund.ts';
import { requestRefund } from '../../src/features/refunds/request-refund.ts';
import { moveRefund } from '../../src/features/refunds/store/refunds.ts';
import { haitiDate } from '../../src/platform/clock/haiti-time.ts';
import { OperatorError } from '../../src/platform/operator-error.ts';
import { type BooksStore, DECLINED, MINUTE_US, type Owner, openBooksStore } from '../operator/books/books-store.ts';
import { refundDepsOf } from '../operator/books/ledger-world.ts';
import { onBothEngines } from '../support/engines.ts';
import { until } from '../support/gateway.ts';

const HEAD = 'date,kind,reference,amount,fee,currency';

onBothEngines('payouts', (engine) => {
  let store: BooksStore;
  let shop: Owner;
  let other: Owner;
  let numbers = 0;
  before(async () => {
    store = await openBooksStore(engine);
    [shop, other] = [await store.website(null), await store.website(null)];
    const scope = { websiteId: shop.websiteId, mode: 'live', method: 'moncash', currency: 'HTG' } as const;
    await store.operator.setFee({ ...scope, percentE3: 2_000, fixedMinor: 0, minimumMinor: 0 });
    store.forward(4 * MINUTE_US);
  });
  after(() => store?.close());

  /** A completed live payment of 500 HTG, with the provider's number. */
  const paid = async (owner = shop, ref = `ref-${++numbers}`): Promise<Payment> => {
    const open = await store.open(owner, 'live');
    return store.settle(open, { status: 'completed' }, { providerRef: ref });
  };
  const today = () => haitiDate(store.now());
  const lineOf = ({ providerRef }: Payment, amount = '500', fee = '10') =>
    `${today()},payment,${providerRef},${amount},${fee},HTG`;
  const statement = (lines: readonly string[], changes: Partial<StatementToImport> = {}): StatementToImport => ({
    ...{ bytes: Buffer.from([HEAD, ...lines].join('\n')), method: 'moncash', format: 'peye', bank: 'sogebank' },
    ...{ reference: `MC-${++numbers}`, paidOn: parseDay(today()) },
    ...changes,
  });
  const match = async () => {
    while ((await store.operator.matchLines()).isMoreWaiting);
  };
  const imported = async (lines: readonly string[], changes: Partial<StatementToImport> = {}) => {
    const [first] = await store.operator.importStatement(statement(lines, changes));
    assert.ok(first);
    await match();
    return first.payout;
  };
  const statesOf = async (id: string) =>
    (await listLines(store.db, id, { limit: 1000 })).map(({ state, reason }) => reason ?? state);
  const entriesOf = async ({ id }: { id: number }) =>
    (await listEntriesAbout(store.db, id)).map((entry) => [
      entryName(entry),
      ...entry.lines.map(({ account, money }) => `${account} ${money.amountMinor}`),
    ]);
  const balances = async ({ websiteId }: Owner) => {
    const found = await balancesAt(store.db, { websiteId, mode: 'live', fromUs: 0, toUs: Number.MAX_SAFE_INTEGER });
    return Object.fromEntries(found.map(({ account, closingMinor }) => [account, closingMinor]));
  };
  const refused = (work: Promise<unknown>, field: string, code = 'invalid') =>
    assert.rejects(work, (error) => {
      assert.ok(error instanceof OperatorError, String(error));
      assert.deepEqual([error.field, error.code], [field, code]);
      return true;
    });
  const sound = async () => {
    const report = await store.sabotaged([], (each) => verifyBooks(each, { box: store.box, nowUs: store.now() }));
    assert.ok(report && 'faults' in report);
    assert.deepEqual(report.faults, []);
  };

  it('move what the provider paid from what it owes to the bank, with the fee that it says', async () => {
    const owner = await store.website(null);
    const [rule, stated, free] = [await paid(), await paid(), await paid(owner)];
    const { id } = await imported([lineOf(rule), lineOf(stated, '500.00', '12.34'), lineOf(free, '500', '7')]);
    assert.deepEqual(await statesOf(id), ['matched', 'matched', 'matched']);
    assert.deepEqual(
      (await entriesOf(rule)).slice(1).map(([name]) => name),
      [`payment:${rule.id}:fee:1`, `payout:${id}:2`],
    );
    assert.deepEqual((await entriesOf(stated)).slice(2), [
      [`payment:${stated.id}:fee:${id}:3`, 'fees:moncash 1234', 'due:moncash -1234'],
      [`payment:${stated.id}:fee:${id}:3:back`, 'due:moncash 1000', 'fees:moncash -1000'],
      [`payout:${id}:3`, 'bank:sogebank 48766', 'due:moncash -48766'],
    ]);
    assert.deepEqual(await balances(owner), {
      ...{ 'bank:sogebank': 49_300, 'due:moncash': 0, 'fees:moncash': 700, sales: -50_000 },
    });
    await sound();
  });

  it('leave the fees of the rules where a statement has none', async () => {
    const payment = await paid();
    const csv = `reference,amount\n${payment.providerRef},500`;
    const { STATEMENT_FORMATS } = await import('../../src/features/payouts/statement-formats.ts');
    const { parseStatement } = await import('../../src/features/payouts/parse-statement.ts');
    const { fee: _, at: __, kind: ___, ...format } = STATEMENT_FORMATS.peye;
    const [parsed] = parseStatement(Buffer.from(csv), { ...format, currency: 'HTG' }, { reference: 'x', paidOn: 1 });
    assert.deepEqual([parsed?.lines[0]?.feeMinor, parsed?.fromUs, parsed?.lines[0]?.atUs], [null, null, null]);
  });

  it('match by number, amount and currency together, and say why they do not', async () => {
    const [one, wrong] = [await paid(), await paid()];
    const failed = await store.settle(await store.open(shop, 'live'), DECLINED, { providerRef: `ref-${++numbers}` });
    const [twin] = [await paid(shop, 'twin'), await paid(shop, 'twin')];
    const test = await store.settle(
      await store.open(shop, 'test'),
      { status: 'completed' },
      { providerRef: 'of-test' },
    );
    const dollars = lineOf(one).replace('HTG', 'USD');
    const { id } = await imported([
      ...[lineOf(one), lineOf(one), lineOf(wrong, '500.01'), lineOf(failed), lineOf(twin), lineOf(test)],
      ...[
        `${today()},payment,none,500,0,HTG`,
        `${today()},monthly fee,m1,0,25,HTG`,
        `${today()},refund,${one.providerRef},-500,0,HTG`,
      ],
    ]);
    const reasons = [
      'matched',
      'repeated',
      'other_amount',
      'not_completed',
      'ambiguous',
      'no_payment',
      'no_payment',
      'other_kind',
      'no_payment',
    ];
    assert.deepEqual(await statesOf(id), reasons);
    const counts = (await countLines(store.db, [id])).get(id);
    assert.deepEqual(counts, { new: 0, matched: 1, only_theirs: 8, reversing: 0, reversed: 0, open: 8 });
    const again = await imported([lineOf(one)], { reference: 'in another payout' });
    assert.deepEqual(await statesOf(again.id), ['repeated']);
    const usd = await imported([dollars], { reference: 'in dollars' });
    assert.deepEqual(await statesOf(usd.id), ['other_currency']);
    await sound();
  });

  it('match refunds with their money and fee', async () => {
    const payment = await paid();
    const deps = refundDepsOf(store);
    const owner = { websiteId: shop.websiteId, mode: 'live' } as const;
    const { refund } = await requestRefund(deps, {
      owner,
      name: 'back',
      transactionId: String(payment.id),
      amount: '200',
    });
    await approveRefund(deps, refund.id);
    await completeRefund(deps, refund.id, 'REFUND-1', { isUnclaimed: true });
    const { id } = await imported([`${today()},refund,REFUND-1,-200,1.50,HTG`, lineOf(payment)]);
    assert.deepEqual(await statesOf(id), ['matched', 'matched']);
    const lines = (await entriesOf(payment)).filter(([name]) => name?.includes(id));
    assert.deepEqual(lines, [
      [`payment:${payment.id}:fee:${id}:2`, 'fees:moncash 150', 'due:moncash -150'],
      [`payout:${id}:2`, 'bank:sogebank -20150', 'due:moncash 20150'],
      [`payout:${id}:3`, 'bank:sogebank 49000', 'due:moncash -49000'],
    ]);
    await sound();
    // The statement was right, and the number that a person entered was not: after a reversal nothing differs.
    const notMoved = { notMoved: true, note: 'not in the portal' } as const;
    await assert.rejects(
      correctRefund({ ...deps, isPaidOut: isRefundPaidOut }, refund.id, notMoved),
      /statement of the provider has refund/,
    );
    await assert.rejects(
      correctRefund({ ...deps, isPaidOut: isRefundPaidOut }, refund.id, {
        succeeded: 'REFUND-2',
        note: 'typed another',
      }),
      /statement of the provider has refund/,
    );
    await sound();
    await store.operator.reversePayout(id, 'the wrong refund');
    const isIn = async (state: PayoutState) =>
      (await listPayouts(store.db, { state, limit: 1_000 })).some((each) => each.id === id);
    assert.deepEqual(
      [await isIn('reversed'), await isIn('waiting')],
      [true, false],
      'its lines are still being reversed',
    );
    await match();
    assert.equal(await isRefundPaidOut(store.db, refund.id), false);
    await correctRefund(deps, refund.id, { succeeded: 'REFUND-2', note: 'typed another number' });
    await sound();
    // The statement has the money of a refund that came back later.
    const paidBack = await requireRefund(store.db, refund.id);
    const endedAtUs = Math.floor(store.now());
    await store.db.transaction((tx) => moveRefund(tx, paidBack, { status: 'reversed', endedAtUs, nextStepAtUs: null }));
    const later = await imported([`${today()},refund,REFUND-2,-200,1.50,HTG`]);
    assert.deepEqual(await statesOf(later.id), ['matched']);
    await sound();
  });

  it('match no refund whose number is being corrected', async () => {
    const payment = await paid();
    const request = { owner: { ...shop, mode: 'live' as const }, transactionId: String(payment.id) };
    const deps = refundDepsOf(store);
    const { refund: asked } = await requestRefund(deps, { ...request, name: 'corrected', amount: '100' });
    await approveRefund(deps, asked.id);
    const refund = await completeRefund(deps, asked.id, 'TYPED-1', { isUnclaimed: true });
    const [made] = await store.operator.importStatement(statement([`${today()},refund,TYPED-1,-100,0,HTG`]));
    const waiting = async () => {
      const [row] = await store.db.query<{ n: number }>(
        "SELECT COUNT(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return row !== undefined && row.n > 0;
    };
    let batch: Promise<unknown> = Promise.resolve();
    const isPaidOut: typeof isRefundPaidOut = async (tx, id) => {
      batch = match();
      // The embedded store has one writer.
      if (engine === 'postgres') await Promise.race([batch, until('the batch waits', waiting)]);
      return isRefundPaidOut(tx, id);
    };
    await correctRefund({ ...deps, isPaidOut }, refund.id, { succeeded: 'TYPED-2', note: 'typed another' });
    await batch;
    assert.deepEqual(await statesOf(made?.payout.id ?? ''), ['no_payment']);
    await sound();
  });

  it('are one for the same statement, imported again or at once, and refuse another one of that name', async () => {
    const given = statement([lineOf(await paid()), lineOf(await paid())]);
    const results = await Promise.all(Array.from({ length: 4 }, () => store.operator.importStatement(given)));
    const ids = new Set(results.flat().map(({ payout }) => payout.id));
    assert.equal(ids.size, 1);
    assert.equal(results.flat().filter(({ isNew }) => isNew).length, 1);
    await Promise.all([match(), match()]);
    assert.deepEqual(await statesOf([...ids][0] ?? ''), ['matched', 'matched']);
    const [again] = await store.operator.importStatement(given);
    assert.equal(again?.isNew, false);
    const changed = statement([lineOf(await paid())], { reference: given.reference });
    await refused(store.operator.importStatement(changed), 'reference', 'conflict');
    await refused(store.operator.importStatement({ ...given, bank: 'unibank' }), 'reference', 'conflict');
    await sound();
  });

  it('list what only we have: payments of the period that no payout has', async () => {
    const owner = await store.website(null);
    store.forward(1_440 * MINUTE_US * 10);
    const [first, missing, last] = [await paid(owner), await paid(owner), await paid(owner)];
    const payout = await imported([lineOf(first), lineOf(last)]);
    assert.deepEqual(
      (await listOnlyOurs(store.db, payout, 10)).map(({ id }) => id),
      [missing.id],
    );
    const { id } = await imported([lineOf(missing)]);
    assert.deepEqual(await listOnlyOurs(store.db, payout, 10), []);
    store.forward(USUAL_DELAY_US + US_PER_DAY);
    const clock = () => store.now();
    const outstanding = async () => {
      while ((await countOutstanding({ db: store.db, clock })).isMoreWaiting);
      return (await outstandingOf(store.db, [payout.id])).get(payout.id);
    };
    assert.equal(await outstanding(), undefined);
    await store.operator.reversePayout(id, 'of another shop');
    await match();
    assert.equal(await outstanding(), 1, 'its payments are counted again at once');
  });

  it('match again when a payment has completed late, and settle other lines with a note', async () => {
    const open = await store.open(shop, 'live');
    const late = { ...open, providerRef: 'late' };
    const { id } = await imported([lineOf(late), `${today()},other,m2,0,25,HTG`]);
    assert.deepEqual(await statesOf(id), ['no_payment', 'other_kind']);
    await store.settle(open, { status: 'completed' }, { providerRef: 'late' });
    await store.operator.settlePayoutLine(id, 3, 'monthly fee');
    assert.equal(await store.operator.rematchPayout(id), 1);
    await match();
    assert.deepEqual(await statesOf(id), ['matched', 'other_kind']);
    assert.equal((await countLines(store.db, [id])).get(id)?.open, 0);
    assert.equal(await store.operator.rematchPayout(id), 0);
    await refused(store.operator.settlePayoutLine(id, 3, 'again'), 'line', 'conflict');
    await refused(store.operator.settlePayoutLine(id, 2, 'matched'), 'line', 'conflict');
    await refused(store.operator.settlePayoutLine(id, 9, 'none'), 'line', 'not_found');
    await refused(store.operator.settlePayoutLine(id, 3, ''), 'note');
    await sound();
  });

  it('are reversed with their fees, and can then be imported again', async () => {
    const owner = await store.website(null);
    const payment = await paid(owner);
    const before = await balances(owner);
    const given = statement([lineOf(payment, '500', '15'), lineOf(payment)]);
    const [first] = await store.operator.importStatement(given);
    await match();
    const id = first?.payout.id ?? '';
    assert.equal((await balances(owner))['bank:sogebank'], 48_500);
    await store.operator.reversePayout(id, 'wrong bank account');
    await refused(store.operator.reversePayout(id, 'again'), 'payout_id', 'conflict');
    await refused(store.operator.rematchPayout(id), 'payout_id', 'conflict');
    await match();
    const changed = Object.entries(await balances(owner)).filter(([account, sum]) => sum !== (before[account] ?? 0));
    assert.deepEqual(changed, []);
    assert.deepEqual(await statesOf(id), ['reversed', 'repeated']);
    await sound();
    const [second] = await store.operator.importStatement({ ...given, bank: 'unibank' });
    await match();
    assert.notEqual(second?.payout.id, id);
    assert.equal((await balances(owner))['bank:unibank'], 48_500);
    await sound();
  });

  it('that were reversed before a worker saw their lines post nothing', async () => {
    const payment = await paid();
    const [first] = await store.operator.importStatement(statement([lineOf(payment)]));
    await store.operator.reversePayout(first?.payout.id ?? '', 'wrong file');
    await match();
    assert.equal((await entriesOf(payment)).length, 2);
    await sound();
  });

  it('can be recorded by hand for one website, once, and be reversed', async () => {
    const owner = await store.website(null);
    const byHand: PayoutByHand = {
      ...{ websiteId: owner.websiteId, method: 'moncash', reference: 'HAND-1', bank: 'bnc', currency: 'HTG' },
      ...{ paidOn: parseDay(today()) ?? 0, grossMinor: 100_000, feeMinor: 2_000 },
    };
    const { payout, isNew } = await store.operator.recordPayout(byHand);
    assert.deepEqual([isNew, (await store.operator.recordPayout(byHand)).payout.id], [true, payout.id]);
    assert.deepEqual(await balances(owner), { 'bank:bnc': 98_000, 'due:moncash': -100_000, 'fees:moncash': 2_000 });
    await refused(store.operator.recordPayout({ ...byHand, grossMinor: 1 }), 'fee');
    await refused(store.operator.recordPayout({ ...byHand, grossMinor: 200_000 }), 'reference', 'conflict');
    await refused(store.operator.recordPayout({ ...byHand, bank: 'My Bank' }), 'bank');
    await refused(store.operator.recordPayout({ ...byHand, reference: ' ' }), 'reference');
    await refused(store.operator.recordPayout({ ...byHand, currency: 'USD' }), 'currency');
    await refused(store.operator.recordPayout({ ...byHand, grossMinor: 0 }), 'gross');
    await refused(store.operator.recordPayout({ ...byHand, websiteId: 'web_none' }), 'website_id', 'not_found');
    await sound();
    await store.operator.reversePayout(payout.id, 'not received');
    const changes = await listAuditRows(store.db, { subjectId: payout.id, limit: 5 });
    assert.deepEqual(
      changes.map(({ action, websiteId }) => [action, websiteId]),
      [
        ['payout.reverse', owner.websiteId],
        ['payout.record', owner.websiteId],
      ],
      'the website finds them in its audit log',
    );
    assert.deepEqual(await balances(owner), { 'bank:bnc': 0, 'due:moncash': 0, 'fees:moncash': 0 });
    const { payout: again } = await store.operator.recordPayout(byHand);
    assert.notEqual(again.id, payout.id);
    await sound();
  });

  it('store nothing of a statement that is refused', async () => {
    const count = async () => (await listPayouts(store.db, { limit: 1000 })).length;
    const before = await count();
    const line = lineOf(await paid());
    await refused(store.operator.importStatement(statement([line, 'x'])), 'file');
    await refused(store.operator.importStatement(statement([line], { format: 'stripe' })), 'format');
    await refused(store.operator.importStatement(statement([line], { bank: '' })), 'bank');
    await refused(store.operator.importStatement(statement([line], { reference: undefined })), 'reference');
    await refused(store.operator.importStatement(statement([line], { paidOn: undefined })), 'date');
    assert.equal(await count(), before);
    const pages = await listPayouts(store.db, { limit: 2 });
    const next = await listPayouts(store.db, { limit: 1000, before: pages[1] });
    assert.equal(pages.length + next.length, before);
  });

  it('match a payment that completes while its line is matched either now or later, never twice', async () => {
    const open = await store.open(other, 'live');
    const [first] = await store.operator.importStatement(statement([lineOf({ ...open, providerRef: 'race' })]));
    const deps = { db: store.db, clock: () => store.now(), steps: [] };
    await Promise.all([match(), settlePayment(deps, open, { status: 'completed' }, { providerRef: 'race' })]);
    const id = first?.payout.id ?? '';
    await store.operator.rematchPayout(id);
    await match();
    assert.deepEqual(await statesOf(id), ['matched']);
    assert.equal((await entriesOf(open)).filter(([name]) => name?.startsWith('payout:')).length, 1);
  });
});
