import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ProviderUnavailable } from '../../../src/providers/provider.ts';
import { type Adapter, startAdapter } from './adapter.ts';

const ID = 170_000_000_000_001;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

describe("MonCash's return and alert", () => {
  let adapter: Adapter;
  beforeEach(async () => {
    adapter = await startAdapter();
  });
  afterEach(() => adapter.stop());

  const paymentIn = async (incoming: Parameters<Adapter['notify']>[0]) => (await adapter.notify(incoming)).paymentId;

  for (const name of ['transactionId', 'transaction_id', 'transNumber', 'trans_number', 'trans']) {
    it(`with only ${name}: the payment is found by a request to MonCash`, async () => {
      const payment = await adapter.created();
      const transactionId = await adapter.simulator.pay(String(payment.id));
      const pair = `${name}=${transactionId}`;
      assert.equal(await paymentIn({ query: pair }), payment.id);
      assert.equal(await paymentIn({ path: 'alert', method: 'POST', headers: FORM, body: pair }), payment.id);
      assert.equal(await paymentIn({ path: 'alert', method: 'POST', query: pair }), payment.id);
      const numbers = `{"${name}":${transactionId}}`;
      assert.equal(await paymentIn({ path: 'alert', method: 'POST', headers: JSON_TYPE, body: numbers }), payment.id);
      const asked = adapter.simulator.calls.slice(2);
      assert.deepEqual(asked, Array(4).fill({ operation: 'RetrieveTransactionPayment', subject: transactionId }));
    });
  }

  it('with an order id: the payment is found without a request, because it is verified anyway', async () => {
    for (const name of ['orderId', 'order_id', 'reference', 'ref']) {
      const pair = `${name}=${ID}`;
      assert.equal(await paymentIn({ query: `transactionId=12345678&${pair}` }), ID);
      assert.equal(await paymentIn({ path: 'alert', method: 'POST', headers: FORM, body: pair }), ID);
      assert.equal(await paymentIn({ method: 'POST', headers: JSON_TYPE, body: `{"${name}":"${ID}"}` }), ID);
      assert.equal(await paymentIn({ method: 'POST', headers: {}, body: ` {"${name}":${ID}}` }), ID);
    }
    assert.deepEqual(adapter.simulator.calls, []);
  });

  it('with a JSON web token as the transaction id: the payment is the order that the token names', async () => {
    assert.equal(await paymentIn({ query: `transactionId=${jwt({ ref: String(ID) })}` }), ID);
    assert.equal(await paymentIn({ query: `transactionId=${jwt({ ref: 'other-shop' })}` }), undefined);
    assert.deepEqual(adapter.simulator.calls, []);
  });

  it('with false values proves nothing, and only names its payment', async () => {
    const body = `orderId=${ID}&message=successful&cost=500&transactionId=12874820`;
    assert.deepEqual(await adapter.notify({ path: 'alert', method: 'POST', headers: FORM, body }), {
      paymentId: ID,
      response: { status: 200, body: '' },
    });
  });

  it('about an unknown transaction, or one of another shop, names no payment', async () => {
    assert.equal(await paymentIn({ query: 'transactionId=12874820' }), undefined);
    const payment = await adapter.created();
    const transactionId = await adapter.simulator.pay(String(payment.id));
    adapter.simulator.faults.reference = '1559796839';
    assert.equal(await paymentIn({ query: `transactionId=${transactionId}&orderId=1559796839` }), undefined);
  });

  it('that cannot be looked up is reported as unavailable', async () => {
    adapter.simulator.faults.query = 'error_500';
    await assert.rejects(adapter.notify({ query: 'transactionId=12874820' }), ProviderUnavailable);
  });

  it('beyond the limit of concurrent lookups is reported as unavailable, and never as unknown', async () => {
    const payments = await Promise.all(Array.from({ length: 20 }, () => adapter.created()));
    const transactionIds = await Promise.all(payments.map(({ id }) => adapter.simulator.pay(String(id))));
    const notices = await Promise.allSettled(transactionIds.map((id) => paymentIn({ query: `transactionId=${id}` })));
    for (const [index, notice] of notices.entries()) {
      if (notice.status === 'fulfilled') assert.equal(notice.value, payments[index]?.id);
      else assert.ok(notice.reason instanceof ProviderUnavailable, String(notice.reason));
    }
    assert.ok(notices.some(({ status }) => status === 'rejected'));
  });

  it('is looked up only within a limit, because anyone can invent transaction ids', async () => {
    const asked = () =>
      adapter.simulator.calls.filter(({ operation }) => operation === 'RetrieveTransactionPayment').length;
    const flood = async (count: number) => {
      const before = asked();
      for (let number = 0; number < count; number++) {
        await paymentIn({ query: `transactionId=${20_000_000 + number}` }).catch((error) => {
          assert.ok(error instanceof ProviderUnavailable, String(error));
        });
      }
      return asked() - before;
    };
    adapter.clock.forward(60);
    const first = await flood(300);
    assert.ok(first >= 100 && first < 150, `${first} requests`);
    adapter.clock.forward(10);
    const second = await flood(300);
    assert.ok(second >= 50 && second < 100, `${second} requests`);
    adapter.clock.forward(60);
    const payment = await adapter.created();
    const transactionId = await adapter.simulator.pay(String(payment.id));
    assert.equal(await paymentIn({ query: `transactionId=${transactionId}` }), payment.id);
  });

  it('gets a page when a browser requests one, and an empty 200 otherwise, on both paths', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const path of ['return', 'alert']) {
      const response = async (method: 'GET' | 'POST', headers: Record<string, string>) =>
        (await adapter.notify({ path, method, headers, query: `orderId=${ID}` })).response;
      assert.equal(await response('GET', browser), 'visitor');
      for (const [method, headers] of [
        ['GET', {}],
        ['GET', { accept: '*/*' }],
        // Java's own client prefers HTML in every request.
        ['POST', { accept: 'text/html, image/gif, */*; q=.2' }],
      ] as const) {
        assert.deepEqual(await response(method, headers), { status: 200, body: '' });
      }
    }
    assert.deepEqual(await adapter.notify({ path: 'other', query: `orderId=${ID}` }), {
      paymentId: undefined,
      response: { status: 404, body: '' },
    });
  });

  it('with nonsense names no payment, and causes no request to MonCash', async () => {
    const deep = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`;
    for (const [name, incoming] of [
      ['nothing', {}],
      ['empty fields', { query: 'transactionId=&orderId=' }],
      ['words', { query: 'transactionId=abc&orderId=xyz' }],
      ['too long a number', { query: `transactionId=${'9'.repeat(400)}` }],
      ['a huge query', { query: `transactionId=${'x'.repeat(60_000)}` }],
      ['an id of another length', { query: 'orderId=12345' }],
      ['an id with a sign', { query: `orderId=-${ID}` }],
      ['an id beyond counting', { query: 'orderId=9999999999999999' }],
      ['an oversized form', { method: 'POST', headers: FORM, body: `orderId=${ID}&x=${'y'.repeat(20_000)}` }],
      ['broken JSON', { method: 'POST', headers: JSON_TYPE, body: `{"orderId":"${ID}"` }],
      ['an array', { method: 'POST', headers: JSON_TYPE, body: `["${ID}"]` }],
      ['an object for an id', { method: 'POST', headers: JSON_TYPE, body: `{"orderId":{"id":"${ID}"}}` }],
      ['deep JSON', { method: 'POST', headers: JSON_TYPE, body: deep }],
      ['binary', { method: 'POST', headers: FORM, body: '\0\ufffd%%%=%' }],
      ['a token of nothing', { query: 'transactionId=a.b.c' }],
      ['a token of a list', { query: `transactionId=${jwt([1])}` }],
    ] as const) {
      assert.equal(await paymentIn(incoming), undefined, name);
    }
    assert.deepEqual(adapter.simulator.calls, []);
  });
});
