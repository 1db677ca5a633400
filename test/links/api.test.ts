import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const NEW_LINK = { name: 'Mango', descriptions: { ht: 'Yon panye mango', fr: null }, amount: 500.5 };

onBothEngines('the API of payment links', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway?.stop());
  const at = (path: string) => `${gateway.url}/api/links/v1${path}`;
  const create = (changes: object = {}, key = gateway.testKey) =>
    gateway.client(key).post(at('/links'), { ...NEW_LINK, ...changes });

  it('201 makes a link of the key, which is read, listed and ended', async () => {
    const made = await create({ stock: 3, expires_at: '2099-12-31T23:59:59Z', asks_name: true });
    assert.equal(made.status, 201, made.text);
    const { data } = made.json;
    assert.deepEqual(
      [data.amount, data.currency, data.amount_mode, data.stock, data.places_left, data.state, data.mode],
      ['500.50', 'HTG', 'fixed', 3, 3, 'active', 'test'],
    );
    assert.equal(data.url, `${gateway.url}/l/${data.code}`);
    assert.equal(data.expires_at, '2099-12-31T23:59:59.000000Z');
    assert.ok(!('created_by' in data), 'who made it may be a person of the gateway');
    const { code } = data;
    const read = await gateway.api.get(at(`/links/${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`));
    assert.deepEqual(read.json, { success: true, data });
    assert.deepEqual((await gateway.api.get(at('/links?per_page=1'))).json.data, [data]);
    const ended = await gateway.api.post(at(`/links/${code}/deactivate`));
    assert.equal(ended.status, 200, ended.text);
    assert.equal(ended.json.data.state, 'deactivated');
    assert.deepEqual((await gateway.api.post(at(`/links/${code}/deactivate`))).json, ended.json);
    assert.equal(read.headers.get('cache-control'), 'no-store');
    assert.match(read.headers.get('x-request-id') ?? '', /./);
  });

  // Contract: LINK-2
  it('404 for links of other websites and of the other mode', async () => {
    const { code } = (await create()).json.data;
    const other = await gateway.newWebsite('Other');
    for (const key of [gateway.liveKey, other.testKey]) {
      for (const answer of [
        await gateway.client(key).get(at(`/links/${code}`)),
        await gateway.client(key).post(at(`/links/${code}/deactivate`)),
      ]) {
        assert.deepEqual([answer.status, answer.json.error], [404, 'not_found']);
      }
      assert.deepEqual((await gateway.client(key).get(at('/links'))).json, {
        success: true,
        data: [],
        next_cursor: null,
      });
      assert.equal((await gateway.client(key).get(at(`/links?cursor=${code}`))).json.error, 'invalid_cursor');
    }
    assert.equal((await gateway.api.get(at(`/links/${code}`))).json.data.state, 'active');
    assert.equal((await gateway.api.get(at('/links/nothing'))).status, 404);
  });

  it('200 lists from the newest on, page by page, while others are made', async () => {
    const { testKey } = await gateway.newWebsite('Lists');
    const client = gateway.client(testKey);
    const codes: string[] = [];
    for (let count = 0; count < 5; count++) codes.unshift((await create({}, testKey)).json.data.code);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await client.get(at(`/links?per_page=2&cursor=${cursor}`));
      seen.push(...json.data.map(({ code }: { code: string }) => code));
      await create({}, testKey);
      if (json.next_cursor === null) break;
      cursor = json.next_cursor;
    }
    assert.deepEqual(seen, codes);
    assert.equal((await client.get(at('/links?per_page=0'))).status, 422);
    assert.equal((await client.get(at('/links?per_page=101'))).status, 422);
  });

  it('422 names each field of another type at once, and what a value cannot be', async () => {
    const wrong = await gateway.api.post(at('/links'), {
      ...{ name: 5, descriptions: [], amount: '500', stock: 1.5, methods: 'moncash', single_use: 'yes' },
      ...{ expires_at: 'tomorrow', asks_name: 1, currency: null, unknown: true },
    });
    assert.equal(wrong.status, 422, wrong.text);
    assert.deepEqual(
      Object.keys(wrong.json.errors).sort(),
      ['amount', 'asks_name', 'descriptions', 'expires_at', 'methods', 'name', 'single_use', 'stock'].sort(),
    );
    const of = async (changes: object) => Object.keys((await create(changes)).json.errors);
    assert.deepEqual(await of({ methods: ['card'] }), ['methods']);
    assert.deepEqual(await of({ amount: 0.99 }), ['amount']);
    assert.deepEqual(await of({ descriptions: {} }), ['descriptions']);
    assert.deepEqual(await of({ descriptions: { ht: 5 } }), ['descriptions.ht']);
    assert.deepEqual(await of({ name: 'x\u0000' }), ['name']);
    for (const body of ['', '[]', '{', 'x']) {
      const { status, json } = await gateway.api.post(at('/links'), body);
      assert.deepEqual([status, Object.keys(json.errors)], [422, ['body']], body);
    }
    const { json } = await create({ amount: null, amount_mode: 'chosen', min_amount: 1e2, max_amount: 2000 });
    assert.deepEqual([json.data.amount, json.data.min_amount, json.data.max_amount], [null, '100.00', '2000.00']);
  });

  // Contract: LINK-1
  it('has the keys, errors and methods of the merchant API', async () => {
    const answers = [
      [await gateway.client(null).get(at('/links')), 401, 'missing_api_key'],
      [await gateway.client('tk_test_x').get(at('/links')), 401, 'invalid_api_key'],
      [await gateway.api.get(at('/nothing')), 404, 'not_found'],
      [await gateway.api.request('DELETE', at('/links')), 405, 'method_not_allowed'],
      [await gateway.api.post(at('/links'), 'x=1', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type'],
      [await gateway.api.post(at('/links'), 'x'.repeat(70_000)), 413, 'payload_too_large'],
    ] as const;
    for (const [{ status, json }, expected, error] of answers) {
      assert.deepEqual([status, json.success, json.error], [expected, false, error]);
    }
  });

  // Contract: LINK-1
  it('403 for a key that may only read', async () => {
    const { text } = await gateway.store.operator.createApiKey({
      ...{ websiteId: gateway.website.id, mode: 'test', scopes: ['read'] },
    });
    assert.equal((await gateway.client(text).get(at('/links'))).status, 200);
    const refused = await create({}, text);
    assert.deepEqual([refused.status, refused.json.error], [403, 'action_not_allowed']);
  });
});

describe('the limits of the API of payment links', () => {
  it('are those of the merchant API, counted together', async () => {
    const gateway = await startTestGateway('sqlite', { settings: { RATE_LIMIT_PER_MINUTE: '3' } });
    try {
      const ask = () => gateway.api.get(`${gateway.url}/api/links/v1/links`);
      assert.deepEqual(
        [(await ask()).status, (await gateway.api.get('/health')).status, (await ask()).status],
        [200, 200, 200],
      );
      const refused = await ask();
      assert.deepEqual([refused.status, refused.json.error], [429, 'rate_limit_exceeded']);
    } finally {
      await gateway.stop();
    }
  });
});
