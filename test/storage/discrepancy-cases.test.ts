import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { transactionIdTimeUs } from '../../src/core/ids.ts';
import type { Payment } from '../../src/core/payment.ts';
import type { DiscrepancyReport } from '../../src/features/payments/discrepancies/discrepancy.ts';
import {
  closeDiscrepancy,
  closeReturnedMoney,
  discrepanciesOf,
  listDiscrepancies,
  recordDiscrepancy,
} from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { onBothEngines } from '../support/engines.ts';
import { openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const ROUNDS = 15;

onBothEngines('cases of discrepancies', (engine) => {
  let store: TestStore;
  let owner: Seed;
  let number = 0;
  before(async () => {
    store = await openTestStore(engine);
    owner = await seed(store.db);
  });
  after(() => store?.close());

  const newPayment = async (): Promise<Payment> => {
    const payment = owner.payment();
    await store.db.transaction((tx) => insertPayments(tx, [payment]));
    return payment;
  };
  const reportOf = (
    { id }: Payment,
    amountMinor: number,
    changes: Partial<DiscrepancyReport> = {},
  ): DiscrepancyReport => ({
    kind: 'paid_after_failure',
    method: 'natcash',
    paymentId: id,
    providerRef: String(id),
    reported: { amountMinor, currency: 'HTG' },
    ...changes,
  });
  /** Records a report. Returns whether it opened a new case. */
  const record = (report: DiscrepancyReport, db = store.db) =>
    db.transaction((tx) => recordDiscrepancy(tx, `dsc_${++number}`, report, number));
  const settle = async (id: string) =>
    assert.ok(await store.db.transaction((tx) => closeDiscrepancy(tx, id, 'returned', ++number)));
  const casesOf = async (payment: Payment) =>
    (await discrepanciesOf(store.db, payment.id)).map(({ providerRef, reported, timesSeen, settledAtUs }) => [
      providerRef,
      reported?.amountMinor,
      timesSeen,
      settledAtUs === null ? 'open' : 'settled',
    ]);
  const settleAll = async (payment: Payment) => {
    for (const { id } of await discrepanciesOf(store.db, payment.id)) await settle(id);
  };

  it('opens a new case for an amount that differs from a resolved case, with and without a provider number', async () => {
    for (const providerRef of [undefined, 'T-77']) {
      const payment = await newPayment();
      const ref = providerRef ?? String(payment.id);
      assert.equal(await record(reportOf(payment, 10_000, { providerRef: ref })), true);
      await settleAll(payment);
      assert.equal(await record(reportOf(payment, 10_000, { providerRef: ref })), false);
      assert.equal(await record(reportOf(payment, 40_000, { providerRef: ref })), true);
      assert.deepEqual(await casesOf(payment), [
        [ref, 10_000, 2, 'settled'],
        [ref, 40_000, 1, 'open'],
      ]);
    }
  });

  it('opens no second case without an amount for an unknown payment whose case is resolved', async () => {
    const namedId = 913_600_000_000_000 + ++number;
    const unknown = (changes: Partial<DiscrepancyReport>): DiscrepancyReport => ({
      kind: 'unknown_payment',
      method: 'natcash',
      paymentId: null,
      namedId,
      providerRef: 'T-91',
      reported: { amountMinor: 10_000, currency: 'HTG' },
      ...changes,
    });
    const own = async () =>
      (await listDiscrepancies(store.db, { limit: 1000 })).filter((one) => one.namedId === namedId);
    assert.equal(await record(unknown({})), true);
    for (const { id } of await own()) await settle(id);
    // The customer reloads the signed return page while the provider does not respond.
    assert.equal(await record(unknown({ providerRef: String(namedId), reported: null })), false);
    assert.equal(await record(unknown({ reported: null })), false);
    const [only, ...others] = await own();
    assert.deepEqual([only?.timesSeen, others.length], [3, 0]);
    // Another number of the provider means other money.
    assert.equal(await record(unknown({ providerRef: 'T-92', reported: null })), true);
  });

  it('reports that an unknown payment may be archived if its id is older than the removed payments', async () => {
    const [old, young] = [913_600_000_100_000 + ++number, 913_600_000_200_000 + ++number];
    for (const namedId of [old, young]) {
      await record({
        kind: 'unknown_payment',
        method: 'natcash',
        paymentId: null,
        namedId,
        providerRef: `A-${namedId}`,
        reported: { amountMinor: 10_000, currency: 'HTG' },
      });
    }
    const isOld = async () => {
      const all = await listDiscrepancies(store.db, { limit: 1000 });
      return [old, young].map((id) => all.find(({ namedId }) => namedId === id)?.mayBeArchived);
    };
    assert.deepEqual(await isOld(), [false, false]);
    await store.db.transaction((tx) =>
      tx.query('INSERT INTO archives (id, before_us, removed_at_us, payments) VALUES ($1, $2, 1, 1)', [
        'arc_1',
        transactionIdTimeUs(young),
      ]),
    );
    assert.deepEqual(await isOld(), [true, false]);
  });

  it('opens a new case for an amount or currency that differs from an open case', async () => {
    const payment = await newPayment();
    assert.equal(await record(reportOf(payment, 10_000)), true);
    assert.equal(await record(reportOf(payment, 40_000)), true);
    assert.equal(await record(reportOf(payment, 40_000, { reported: { amountMinor: 40_000, currency: 'USD' } })), true);
    assert.equal((await casesOf(payment)).length, 3);
  });

  // Contract: OPERATOR-12
  it('keeps one case for money that is reported with and without its number, in either order', async () => {
    const late = await newPayment();
    const early = await newPayment();
    assert.deepEqual(
      [await record(reportOf(late, 50_000)), await record(reportOf(late, 50_000, { providerRef: 'T-1' }))],
      [true, false],
    );
    assert.deepEqual(
      [await record(reportOf(early, 50_000, { providerRef: 'T-2' })), await record(reportOf(early, 50_000))],
      [true, false],
    );
    assert.deepEqual(await casesOf(late), [['T-1', 50_000, 2, 'open']]);
    assert.deepEqual(await casesOf(early), [['T-2', 50_000, 2, 'open']]);
    // A second number means that money was paid a second time.
    assert.equal(await record(reportOf(late, 50_000, { providerRef: 'T-3' })), true);
    assert.deepEqual(await casesOf(late), [
      ['T-1', 50_000, 2, 'open'],
      ['T-3', 50_000, 1, 'open'],
    ]);
  });

  it('keeps one case for money that is reported as two kinds', async () => {
    const payment = await newPayment();
    assert.equal(await record(reportOf(payment, 10_000, { kind: 'amount_mismatch' })), true);
    assert.equal(await record(reportOf(payment, 10_000, { providerRef: 'T-4' })), false);
    assert.equal(await record(reportOf(payment, 10_000, { providerRef: 'T-4' })), false);
    assert.deepEqual(await casesOf(payment), [['T-4', 10_000, 3, 'open']]);
  });

  it('opens a new case when a resolved one might be about other money', async () => {
    const payment = await newPayment();
    await record(reportOf(payment, 50_000));
    await settleAll(payment);
    assert.equal(await record(reportOf(payment, 50_000, { providerRef: 'T-5' })), true);
    assert.deepEqual(await casesOf(payment), [
      [String(payment.id), 50_000, 1, 'settled'],
      ['T-5', 50_000, 1, 'open'],
    ]);
  });

  // Contract: OPERATOR-12
  it('opens one case again when returned money is reported again by many at once, with the amount that remains', async () => {
    const payment = await newPayment();
    const ofCharge = (providerRef: string, amountMinor: number) => reportOf(payment, amountMinor, { providerRef });
    const giveBack = (providerRef: string) =>
      store.db.transaction((tx) =>
        closeReturnedMoney(tx, { method: 'natcash', providerRef, paymentId: payment.id }, ++number),
      );
    assert.deepEqual([await record(ofCharge('one', 500)), await record(ofCharge('other', 500))], [true, true]);
    for (const left of [500, 300, 500]) {
      assert.equal((await giveBack('one')).length, 1);
      const reports = await Promise.all(Array.from({ length: 8 }, () => record(ofCharge('one', left))));
      assert.equal(reports.filter(Boolean).length, 1);
      const open = (await casesOf(payment)).map(([ref, amount, , state]) => [ref, amount, state]);
      assert.deepEqual(open, [
        ['one', left, 'open'],
        ['other', 500, 'open'],
      ]);
    }
    await settleAll(payment);
    assert.equal(await record(ofCharge('one', 500)), false);
    assert.deepEqual([...new Set((await casesOf(payment)).map(([, , , state]) => state))], ['settled']);
  });

  it('stores the number and the amount of an unknown payment when they are reported', async () => {
    const unknown = {
      kind: 'unknown_payment',
      method: 'natcash',
      paymentId: null,
      namedId: 123_456_789_012_345,
    } as const;
    const placeholder = { ...unknown, providerRef: '123456789012345', reported: null };
    const money = { amountMinor: 50_000, currency: 'HTG' } as const;
    assert.equal(await record(placeholder), true);
    assert.equal(await record({ ...unknown, providerRef: 'T-6', reported: money }), false);
    assert.equal(await record(placeholder), false);
    assert.equal(await record({ ...unknown, providerRef: 'T-6', reported: money }), false);
    const [found, ...others] = (await listDiscrepancies(store.db, { limit: 100 })).filter(
      ({ namedId }) => namedId === unknown.namedId,
    );
    assert.deepEqual(
      [found?.providerRef, found?.reported, found?.namedId, found?.timesSeen, others.length],
      ['T-6', money, 123_456_789_012_345, 4, 0],
    );
  });

  it('stores one open case however many report the same money at once, in any order', async () => {
    const handles = [store.db, store.open(), store.open(), store.open()];
    for (let round = 0; round < ROUNDS; round++) {
      const payment = await newPayment();
      const reports = [
        reportOf(payment, 50_000),
        reportOf(payment, 50_000, { providerRef: `N-${round}` }),
        reportOf(payment, 50_000),
        reportOf(payment, 50_000, { providerRef: `N-${round}`, kind: 'amount_mismatch' }),
      ];
      const isNew = await Promise.all(
        handles.map((db, index) => record(reports[(index + round) % 4] as DiscrepancyReport, db)),
      );
      assert.equal(isNew.filter(Boolean).length, 1, `round ${round}`);
      assert.deepEqual(await casesOf(payment), [[`N-${round}`, 50_000, 4, 'open']], `round ${round}`);
    }
  });

  // Contract: OPERATOR-12
  it('loses no report of money that arrives while the earlier case is resolved', async () => {
    const [one, two] = [store.open(), store.open()];
    for (let round = 0; round < ROUNDS; round++) {
      const payment = await newPayment();
      await record(reportOf(payment, 10_000));
      const [first] = await discrepanciesOf(store.db, payment.id);
      await Promise.all([
        one.transaction((tx) => closeDiscrepancy(tx, first?.id ?? '', 'returned', ++number)),
        record(reportOf(payment, 40_000), two),
      ]);
      assert.deepEqual(
        (await casesOf(payment)).map(([, amount, , state]) => [amount, state]),
        [
          [10_000, 'settled'],
          [40_000, 'open'],
        ],
      );
    }
  });
});
