import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Exchange, HistoryEntry, Step } from '../../src/core/payment-history.ts';
import { type Database, DatabaseUnavailable } from '../../src/database/database.ts';
import { deleteOldHistory } from '../../src/features/payments/delete-old-history.ts';
import { addStep, historyRecorder, MOST_ENTRIES } from '../../src/features/payments/history/record-history.ts';
import { listPaymentHistory } from '../../src/features/payments/history/store/list-payment-history.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { deletePayments } from '../../src/features/payments/store/old-payments.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { type OperatorStore, operatorStore } from '../operator/operator-store.ts';
import { onBothEngines } from '../support/engines.ts';
import { inStatus, type Seed, seed } from '../support/store.ts';

const MINUTE_US = 60_000_000;
const DAY_US = 86_400_000_000;
const log = createLog('silent');

const exchange = (operation: string, changes: Partial<Exchange> = {}): Exchange => ({
  provider: 'moncash',
  operation,
  status: 200,
  error: null,
  ms: 12,
  request: 'POST /v1/x',
  response: '{}',
  isProven: null,
  ...changes,
});

onBothEngines('the recorder of histories', (engine) => {
  let store: OperatorStore;
  let shop: Seed;
  let nowUs = Date.UTC(2027, 0, 31) * 1000;
  const clock = () => ++nowUs;
  before(async () => {
    store = await operatorStore(engine);
    shop = await seed(store.db);
  });
  after(() => store?.close());

  const newPayment = async (changes = {}) => {
    const payment = shop.payment(changes);
    await store.db.transaction((tx) => insertPayments(tx, [payment]));
    return payment;
  };
  const recorder = (db: Database = store.db) => historyRecorder({ db, clock, log });
  const all = (id: number) => listPaymentHistory(store.db, id, { limit: 10_000 });
  const steps = async (id: number) =>
    (await all(id)).flatMap((entry) => (entry.kind === 'step' ? [entry.step.name] : []));

  it('writes every entry that it gets, completely and in the order of time', async () => {
    const { id } = await newPayment();
    const recorded = recorder();
    const step: Step = { name: 'number_given', facts: { phone: '…01' } };
    recorded.step(id, step);
    recorded.exchange({ paymentId: id, kind: 'asked', exchange: exchange('CreatePayment') });
    recorded.exchange({ paymentId: id, kind: 'told', exchange: exchange('notify', { ms: null, isProven: true }) });
    await recorded.written();
    const history = await all(id);
    const shown = history.map((entry) => ('step' in entry ? entry.step : 'exchange' in entry ? entry.exchange : null));
    assert.deepEqual(shown, [
      // The request was sent 12 ms before it was recorded.
      exchange('CreatePayment'),
      step,
      exchange('notify', { ms: null, isProven: true }),
    ]);
  });

  it('stores entries that can be read page by page, each once, whatever the clock does', async () => {
    const { id } = await newPayment();
    const recorded = recorder();
    for (let n = 0; n < 7; n++) {
      recorded.step(id, { name: 'entry_refused', facts: { errors: String(n) } });
      await recorded.written();
      nowUs += n % 2 === 0 ? -5 * MINUTE_US : 9 * MINUTE_US;
    }
    const pages: HistoryEntry[] = [];
    for (let end: HistoryEntry | undefined; ; end = pages.at(-1)) {
      const page = await listPaymentHistory(store.db, id, { after: end, limit: 2 });
      pages.push(...page);
      if (page.length < 2) break;
    }
    assert.deepEqual(pages, await all(id));
    assert.equal(new Set(pages.map((entry) => entry.id)).size, 7);
  });

  it('records no step for a page that is loaded again, unless something else happened or half an hour has passed', async () => {
    const { id } = await newPayment();
    const [one, other] = [recorder(), recorder()];
    const open = async (by = one) => {
      by.step(id, { name: 'opened', facts: { place: 'page' } });
      await by.written();
    };
    await open();
    await open();
    await open(other);
    assert.deepEqual(await steps(id), ['opened']);
    one.step(id, { name: 'entry_refused', facts: { errors: 'pin' } });
    await open();
    assert.deepEqual(await steps(id), ['opened', 'entry_refused', 'opened']);
    nowUs += 31 * MINUTE_US;
    await open();
    await open();
    assert.deepEqual(await steps(id), ['opened', 'entry_refused', 'opened', 'opened']);
  });

  it('records a return that a browser loads again only once', async () => {
    const { id } = await newPayment();
    const recorded = recorder();
    for (let n = 0; n < 3; n++) {
      const brought = exchange('return', { status: null, ms: null, isProven: false });
      recorded.exchange({ paymentId: id, kind: 'told', exchange: brought });
      await recorded.written();
    }
    assert.equal((await all(id)).length, 1);
  });

  it('keeps the first and the newest entries of each kind if there are too many', { timeout: 60_000 }, async () => {
    const { id } = await newPayment();
    const recorded = recorder();
    for (let n = 0; n < MOST_ENTRIES + 30; n++) {
      recorded.exchange({
        paymentId: id,
        kind: 'asked',
        exchange: exchange('Retrieve', { ms: 0, request: String(n) }),
      });
    }
    recorded.step(id, { name: 'opened' });
    await recorded.written();
    const asked = (await all(id)).flatMap((entry) => (entry.kind === 'asked' ? [Number(entry.exchange.request)] : []));
    assert.equal(asked.length, MOST_ENTRIES);
    assert.deepEqual(asked.slice(0, 21), [...Array.from({ length: 20 }, (_, n) => n), 50]);
    assert.equal(asked.at(-1), MOST_ENTRIES + 29);
    assert.deepEqual(await steps(id), ['opened']);
    for (let n = 0; n < 3; n++) {
      await store.db.transaction((tx) => addStep(tx, clock, id, { name: 'submitted' }));
    }
    assert.equal((await steps(id)).length, 4);
  });

  it('drops entries that the store does not accept, and fails no request', async () => {
    const { id } = await newPayment();
    let isBroken = true;
    const fail = async () => {
      throw new DatabaseUnavailable('planted');
    };
    const db = new Proxy(store.db, {
      get: (of, name) => (isBroken && (name === 'query' || name === 'transaction') ? fail : Reflect.get(of, name)),
    });
    const recorded = recorder(db);
    recorded.step(id, { name: 'opened' });
    await recorded.written();
    isBroken = false;
    recorded.step(id, { name: 'submitted' });
    await recorded.written();
    assert.deepEqual(await steps(id), ['submitted']);
  });

  it('writes nothing for a deleted payment', async () => {
    const recorded = recorder();
    recorded.step(100_000_000_000_077, { name: 'opened' });
    await recorded.written();
    assert.deepEqual(await all(100_000_000_000_077), []);
  });

  it('deletes entries with their payment, and by their age, except notes', async () => {
    const [young, deleted] = [await newPayment(), await newPayment({ ...inStatus('completed'), createdAtUs: 1 })];
    const recorded = recorder();
    for (const { id } of [young, deleted]) {
      recorded.step(id, { name: 'opened' });
      await recorded.written();
      const note = "(payment_id, at_us, id, kind, what, details) VALUES ($1, 5, $2, 'note', 'note', $3)";
      const details = '{"text":"x","author":{"kind":"cli","id":null,"name":"marie"}}';
      await store.db.transaction((tx) => tx.query(`INSERT INTO payment_history ${note}`, [id, `n${id}`, details]));
    }
    assert.deepEqual(
      await store.db.transaction((tx) => deletePayments(tx, [deleted.id], nowUs)),
      new Set([deleted.id]),
    );
    assert.deepEqual(await all(deleted.id), []);
    nowUs += 91 * DAY_US;
    const { deps } = store;
    while ((await deleteOldHistory({ ...deps, clock }, { olderThanDays: 90 })).isMoreWaiting);
    assert.deepEqual(
      (await all(young.id)).map(({ kind }) => kind),
      ['note'],
    );
  });
});
