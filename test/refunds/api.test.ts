import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { OpenApiDocument } from '../../src/api/openapi/document.ts';
import type { Verbs } from '../../src/app/build-verbs.ts';
import { refundIdOf } from '../../src/features/refunds/store/refund-table.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { type ApiResponse, paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { schemaCompiler } from '../support/openapi.ts';
import { verbsOf } from '../support/verbs.ts';

onOneEngineByDay('the API of refunds', (engine) => {
  let gateway: TestGateway;
  let verbs: Verbs;
  before(async () => {
    gateway = await startTestGateway(engine);
    verbs = await verbsOf(gateway);
  });
  after(async () => {
    await verbs?.close();
    await gateway?.stop();
  });
  const at = (path: string) => `${gateway.url}/api/refunds/v1/refunds${path}`;
  const paid = async (changes: object = {}, key = gateway.testKey): Promise<string> => {
    const api = gateway.client(key);
    const { json } = await api.post('/payments', paymentRequest({ payment_method: 'lakaypay_card', ...changes }));
    const done = await api.post(`/test_helpers/payments/${json.transaction_id}/complete`, {});
    assert.equal(done.status, 200, done.text);
    return json.transaction_id;
  };
  const put = (name: string, body: object, key = gateway.testKey): Promise<ApiResponse> =>
    gateway.client(key).request('PUT', at(`/${name}`), body);
  const read = (name: string, key = gateway.testKey) => gateway.client(key).get(at(`/${name}`));
  const settled = async (name: string, status: string) => {
    await until(`${name} is ${status}`, async () => (await read(name)).json.data.status === status);
    return (await read(name)).json.data;
  };

  // Contract: REFUND-4, REFUND-6, REFUND-8
  it('stores a refund under its name, returns it to the same request, and makes it once', async () => {
    const transaction_id = await paid();
    const first = await put('one', { transaction_id, amount: 200.5, reason: 'out of stock' });
    assert.equal(first.status, 201, first.text);
    assert.deepEqual([first.json.data.amount, first.json.data.status], ['200.50', 'approved']);
    const again = await put('one', { transaction_id, amount: 200.5, reason: 'out of stock' });
    assert.deepEqual([again.status, again.json.data.refund_id], [200, 'one']);
    for (const other of [{ amount: 200 }, { reason: 'other' }, { amount: null }, { transaction_id: await paid() }]) {
      const body = { transaction_id, amount: 200.5, reason: 'out of stock', ...other };
      const refused = await put('one', body);
      assert.deepEqual([refused.status, refused.json.error], [409, 'refund_conflict'], JSON.stringify(body));
    }
    const { provider_ref, ended_at } = await settled('one', 'succeeded');
    assert.ok(provider_ref && ended_at);
    const rest = await put('two', { transaction_id });
    assert.equal(rest.json.data.amount, '299.50', 'what is left');
    const more = await put('three', { transaction_id, amount: 1 });
    assert.deepEqual([more.status, more.json.error], [409, 'refund_exceeds_payment']);
    assert.match(more.json.message, /: 0\.00 HTG\.$/);
  });

  // Contract: REFUND-2
  it('never refunds more than was paid, however many requests arrive together', async () => {
    const transaction_id = await paid();
    const bodies = Array.from({ length: 12 }, (_, nth) => put(`many-${nth}`, { transaction_id, amount: 150 }));
    const statuses = (await Promise.all(bodies)).map(({ status }) => status);
    assert.deepEqual(
      [statuses.filter((status) => status === 201).length, statuses.filter((status) => status === 409).length],
      [3, 9],
    );
  });

  it('ends as the reason of a test refund says', async () => {
    const transaction_id = await paid();
    const ends = { declined: 'failed', unknown: 'succeeded', reversed: 'reversed', slow: 'succeeded' };
    for (const word of Object.keys(ends))
      await put(`end-${word}`, { transaction_id, amount: 10, reason: `test: ${word}` });
    for (const [word, status] of Object.entries(ends)) await settled(`end-${word}`, status);
    const all = await put('end-all', { transaction_id });
    assert.equal(all.json.data.amount, '480.00', 'what was declined and what was reversed can be refunded again');
  });

  // Contract: REFUND-5, REFUND-6, REFUND-7
  it('refuses what is not possible, and says why', async () => {
    const open = (await gateway.api.post('/payments', paymentRequest())).json.transaction_id;
    const natcash = await paid({ payment_method: 'natcash' });
    const other = await gateway.newWebsite('Other');
    const foreign = await paid({}, other.testKey);
    const cases: [body: object, status: number, error: string][] = [
      [{ transaction_id: open }, 409, 'payment_not_completed'],
      [{ transaction_id: '999999999999999' }, 404, 'transaction_not_found'],
      [{ transaction_id: 'x' }, 404, 'transaction_not_found'],
      [{ transaction_id: foreign }, 404, 'transaction_not_found'],
      [{ transaction_id: natcash, amount: 100 }, 400, 'refund_not_supported'],
      [{ transaction_id: natcash, amount: 500.01 }, 409, 'refund_exceeds_payment'],
      [{ transaction_id: natcash, amount: 1.001 }, 422, 'validation_error'],
      [{ transaction_id: natcash, amount: 0 }, 422, 'validation_error'],
      [{ transaction_id: natcash, amount: -1 }, 422, 'validation_error'],
      [{ transaction_id: natcash, amount: '100' }, 422, 'validation_error'],
      [{ transaction_id: natcash, amount: 1e30 }, 409, 'refund_exceeds_payment'],
      [{ transaction_id: natcash, reason: 'x'.repeat(256) }, 422, 'validation_error'],
      [{ transaction_id: natcash, reason: '\u0000' }, 422, 'validation_error'],
      [{ transaction_id: 5 }, 422, 'validation_error'],
      [{}, 422, 'validation_error'],
      [[], 422, 'validation_error'],
    ];
    for (const [body, status, error] of cases) {
      const refused = await put('refused', body);
      assert.deepEqual([refused.status, refused.json.error], [status, error], JSON.stringify(body));
    }
    for (const name of ['a b', 'é', 'x'.repeat(65)]) {
      assert.equal((await put(name, { transaction_id: natcash })).status, 422, name);
    }
    assert.equal((await read('refused')).json.error, 'refund_not_found', 'nothing was stored');
    assert.equal((await put('whole', { transaction_id: natcash })).status, 201);
    assert.equal((await read('whole', other.testKey)).status, 404);
    assert.equal(
      (await put('whole', { transaction_id: foreign }, other.testKey)).status,
      201,
      'each website has its own names',
    );
  });

  // Contract: REFUND-1
  it('needs the scope refund, and read for reading', async () => {
    const transaction_id = await paid();
    for (const scope of ['read', 'create', 'refund'] as const) {
      const { text: key } = await verbs.operator.createApiKey({
        websiteId: gateway.website.id,
        mode: 'test',
        scopes: [scope],
      });
      assert.equal((await read('scoped', key)).status, scope === 'read' ? 404 : 403);
      const { status, json } = await put('scoped', { transaction_id }, key);
      if (scope === 'refund') assert.equal(status, 201);
      else assert.deepEqual([status, json.error], [403, 'action_not_allowed'], scope);
    }
  });

  // Contract: REFUND-9
  it('waits for a person where the provider takes no refunds, and for a number that paid no other', async () => {
    const transaction_id = await paid({ payment_method: 'moncash' });
    const ids: string[] = [];
    for (const name of ['hand-1', 'hand-2', 'hand-3']) {
      const { json } = await put(name, { transaction_id, amount: 100 });
      assert.equal(json.data.status, 'manual');
      ids.push(refundIdOf({ websiteId: gateway.website.id, mode: 'test' }, name));
    }
    const [first = '', second = '', third = ''] = ids;
    await verbs.refunds.complete(first, ' 2284013977 ');
    await assert.rejects(verbs.refunds.complete(second, '2284013977'), /already paid another refund/);
    await assert.rejects(verbs.refunds.complete(second, ''), /number of the wallet/);
    await assert.rejects(verbs.refunds.complete(first, '2284013978'), /is succeeded/);
    await assert.rejects(verbs.refunds.reject(first, 'late'), /is succeeded/);
    await verbs.refunds.reject(third, 'paid in cash');
    assert.equal((await read('hand-1')).json.data.provider_ref, '2284013977');
    assert.deepEqual(
      [(await read('hand-3')).json.data.status, (await read('hand-3')).json.data.failure_reason],
      ['failed', 'rejected'],
    );
    assert.equal((await put('hand-4', { transaction_id })).json.data.amount, '300.00');
  });

  it('lists refunds, newest first, by payment and status, page by page', async () => {
    const { testKey } = await gateway.newWebsite('List');
    const transaction_id = await paid({}, testKey);
    for (const name of ['a', 'b', 'c']) await put(name, { transaction_id, amount: 10 }, testKey);
    const list = async (query: string) => (await gateway.client(testKey).get(at(query))).json;
    const names = (json: { data: { refund_id: string }[] }) => json.data.map(({ refund_id }) => refund_id);
    const page = await list('?per_page=2');
    assert.deepEqual(names(page), ['c', 'b']);
    assert.deepEqual(names(await list(`?per_page=2&cursor=${page.next_cursor}`)), ['a']);
    assert.deepEqual(names(await list('?per_page=2&cursor=b')), ['a'], 'the cursor of earlier versions');
    assert.deepEqual(names(await list(`?transaction_id=${transaction_id}`)), ['c', 'b', 'a']);
    assert.deepEqual(names(await list('?transaction_id=999999999999999')), []);
    assert.deepEqual(names(await list('?transaction_id=x')), []);
    assert.deepEqual(names(await list('?status=failed')), []);
    assert.equal((await list('?cursor=zzz')).error, 'invalid_cursor');
    assert.equal((await list('?status=lost')).error, 'validation_error');
  });

  it('responds as its description says', async () => {
    const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
    const schemaAt = schemaCompiler(document);
    const transaction_id = await paid();
    const check = (method: string, path: string, response: ApiResponse) => {
      const place = [
        'paths',
        path,
        method,
        'responses',
        String(response.status),
        'content',
        'application/json',
        'schema',
      ];
      const validate = schemaAt(place);
      assert.ok(validate(response.json), `${method} ${path}: ${response.text} ${JSON.stringify(validate.errors)}`);
    };
    check('put', '/refunds/{refund_id}', await put('shown', { transaction_id, amount: 10 }));
    check('put', '/refunds/{refund_id}', await put('shown', { transaction_id, amount: 10 }));
    check('put', '/refunds/{refund_id}', await put('shown', { transaction_id, amount: 20 }));
    check('get', '/refunds/{refund_id}', await read('shown'));
    check('get', '/refunds/{refund_id}', await read('none'));
    check('get', '/refunds', await gateway.api.get(at('')));
  });
});
