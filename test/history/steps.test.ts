import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { listPaymentHistory } from '../../src/features/payments/history/store/list-payment-history.ts';
import { type EmptyStore, newStore, onBothEngines } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';

const PIN = '1234';
const CARD = '4000002760003184';
const CVC = '739';

/** A customer with a browser that follows redirects. */
async function visit(url: string, form?: Record<string, string>): Promise<{ url: string; html: string }> {
  const response = await fetch(url, {
    ...(form && {
      method: 'POST',
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });
  return { url: response.url, html: await response.text() };
}

onBothEngines("the steps of a payment's customer", (engine) => {
  let place: EmptyStore;
  let gateway: TestGateway;
  before(async () => {
    place = await newStore(engine);
    gateway = await startTestGateway(engine, { sharedStore: place, settings: { ROLES: 'api' } });
  });
  after(async () => {
    await gateway?.stop();
    await place?.drop();
  });

  const create = async (changes: object = {}) =>
    (await gateway.api.post('/payments', paymentRequest({ ...changes }))).json;
  const stepsOf = async (id: string) =>
    (await listPaymentHistory(gateway.store.db, Number(id), { limit: 1000 })).map((entry) => {
      assert.equal(entry.kind, 'step');
      return entry.kind === 'step' ? [entry.step.name, entry.step.facts] : [];
    });
  /** Waits for the steps, because they are written without making a request wait. */
  const assertSteps = async (id: string, expected: unknown[][]) => {
    await until('the steps are written', async () => (await stepsOf(id)).length >= expected.length);
    assert.deepEqual(await stepsOf(id), expected);
  };

  it('are written for a wallet, and loading a page again adds none', async () => {
    const { transaction_id: id, payment_url: url } = await create();
    await visit(url);
    await visit(url);
    await visit(url, { phone: '37000001', pin: '9999' });
    const asked = await visit(url, { phone: '37000001', pin: PIN });
    await visit(asked.url);
    await visit(asked.url);
    await visit(asked.url, { code: '654321' });
    await visit(asked.url, { code: '123456' });
    await visit(url);
    await assertSteps(id, [
      ['opened', { place: 'page' }],
      ['entry_refused', { errors: 'pin' }],
      ['number_given', { phone: '…01' }],
      ['entry_refused', { errors: 'code' }],
      ['submitted', { result: 'completed' }],
      ['outcome_seen', { result: 'completed' }],
    ]);
  });

  it('are not written while a page waits for the provider', async () => {
    const { transaction_id: id, payment_url: url } = await create({ payment_method: 'natcash' });
    const asked = await visit(url, { phone: '37000005', pin: PIN });
    await visit(asked.url, { code: '123456' });
    for (let loads = 0; loads < 5; loads++) assert.match((await visit(url)).html, /data-state="(?!form)/);
    await assertSteps(id, [
      ['number_given', { phone: '…05' }],
      ['submitted', { result: 'waiting' }],
    ]);
  });

  it('are written for a cancellation', async () => {
    const { transaction_id: id, payment_url: url } = await create();
    await visit(url, { action: 'cancel' });
    await assertSteps(id, [
      ['cancelled', {}],
      ['outcome_seen', { result: 'failed' }],
    ]);
  });

  it('are written for a card in the widget, with 3-D Secure, and have no data of the card', async () => {
    const { transaction_id: id, client_secret, publishable_key } = await create({ payment_method: 'card' });
    const form = await visit(`${gateway.url}/widget/v1/card/session`, { client_secret, publishable_key });
    const expiry = '12/33';
    const asked = await visit(form.url, { number: CARD, expiry, cvc: CVC, name: 'MARIE J' });
    await visit(asked.url, { code: '123456' });
    await assertSteps(id, [
      ['opened', { place: 'widget' }],
      ['authentication_asked', {}],
      ['submitted', { result: 'completed' }],
      ['outcome_seen', { result: 'completed' }],
    ]);
    // Only these columns, because times and ids may contain the three digits of the CVC by chance.
    const rows = await gateway.store.db.query('SELECT kind, what, details FROM payment_history');
    const stored = JSON.stringify(rows);
    assert.ok(stored.includes('authentication_asked'));
    for (const secret of [CARD, CVC, PIN, '123456', '37000001', 'MARIE', client_secret]) {
      assert.ok(!stored.includes(secret), secret);
    }
  });

  it('cost a creation nothing: none of its statements uses their table', async () => {
    const { db } = gateway.store;
    const asked: string[] = [];
    const { query, transaction, insertAll } = db;
    const noting: Partial<typeof db> = {
      insertAll: (inserts, options) =>
        insertAll(() => {
          const all = inserts();
          for (const { table } of all) asked.push(table);
          return all;
        }, options),
      transaction: (work, options) => {
        asked.push('transaction');
        return transaction(work, options);
      },
      query: (sql, params) => {
        asked.push(sql);
        return query(sql, params);
      },
    };
    Object.assign(db, noting);
    try {
      for (let n = 0; n < 20; n++) assert.ok((await create()).transaction_id);
    } finally {
      Object.assign(db, { query, transaction, insertAll });
    }
    const writes = asked.filter((each) => !/^\s*SELECT/.test(each));
    assert.deepEqual([...new Set(writes)].sort(), ['payment_counts', 'payments']);
    assert.ok(!asked.some((each) => each.includes('payment_history')));
  });
});
