import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ValidateFunction } from 'ajv';
import type { OpenApiDocument } from '../../src/api/openapi/document.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { type ApiResponse, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { schemaCompiler } from '../support/openapi.ts';
import { noisyPng, png } from '../support/pictures.ts';

const NEW_LINK = { name: 'Mango', descriptions: { ht: 'Yon panye mango', fr: null }, amount: 500.5 };

onOneEngineByDay('the API of payment links', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway?.stop());
  const at = (path: string) => `${gateway.url}/api/links/v1${path}`;
  const create = (changes: object = {}, key = gateway.testKey) =>
    gateway.client(key).post(at('/links'), { ...NEW_LINK, ...changes });

  it('201, 200, 404 and 422: every response is as the document describes it', async () => {
    const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
    const schemaAt: (path: readonly string[]) => ValidateFunction = schemaCompiler(document);
    const assertDescribed = (method: string, path: string, response: ApiResponse) => {
      const content = ['responses', String(response.status), 'content', 'application/json', 'schema'];
      const validate = schemaAt(['paths', path, method, ...content]);
      assert.ok(validate(response.json), `${method} ${path}: ${response.text} ${JSON.stringify(validate.errors)}`);
    };
    const examples = document.paths['/links']!.post!.requestBody!.content['application/json']!.examples!;
    const isRequest = schemaAt(['components', 'schemas', 'CreateLink']);
    const full = {
      amount_mode: 'prefilled',
      min_amount: 100,
      max_amount: 900,
      currency: 'HTG',
      methods: ['moncash'],
      stock: 2,
      expires_at: '2099-12-30T23:59:59-05:00',
      asks_name: true,
      asks_phone: true,
      asks_email: true,
      thanks: 'Mèsi',
    };
    const codes: string[] = [];
    for (const body of [...Object.values(examples).map(({ value }) => value as object), { ...NEW_LINK, ...full }]) {
      assert.ok(isRequest(body), JSON.stringify(isRequest.errors));
      const made = await gateway.api.post(at('/links'), body);
      assert.equal(made.status, 201, made.text);
      assertDescribed('post', '/links', made);
      codes.push(made.json.data.code);
    }
    for (const wrong of [
      {},
      { ...NEW_LINK, amount: '500' },
      { ...NEW_LINK, methods: ['card'] },
      { ...NEW_LINK, stock: 0 },
    ]) {
      assert.ok(!isRequest(wrong), JSON.stringify(wrong));
      const refused = await gateway.api.post(at('/links'), wrong);
      assert.equal(refused.status, 422);
      assertDescribed('post', '/links', refused);
    }
    for (const query of ['', '?per_page=1', '?per_page=x', '?cursor=x']) {
      assertDescribed('get', '/links', await gateway.api.get(at(`/links${query}`)));
      const withSlash = await gateway.api.get(at(`/links/${query}`));
      assertDescribed('get', '/links', withSlash);
      assert.equal(withSlash.status, query.endsWith('x') ? 422 : 200);
    }
    for (const code of [...codes, 'NOTHING']) {
      assertDescribed('get', '/links/{code}', await gateway.api.get(at(`/links/${code}`)));
      const ended = await gateway.api.post(at(`/links/${code}/deactivate`));
      assertDescribed('post', '/links/{code}/deactivate', ended);
    }
  });

  // Contract: LINK-2, LINK-16
  it('200 changes and removes a picture; 422 for a file that is not a picture; 404 for other keys', async () => {
    const { code } = (await create()).json.data;
    const send = (picture: unknown, key = gateway.testKey) =>
      gateway.client(key).post(at(`/links/${code}/picture`), { picture });
    const picture = png({ width: 80, height: 64 }).toString('base64');
    const made = await send(picture);
    assert.equal(made.status, 200, made.text);
    const { url, ...rest } = made.json.data.picture;
    assert.deepEqual(rest, { type: 'image/png', width: 80, height: 64 });
    assert.equal((await fetch(url)).status, 200);
    for (const wrong of [
      '',
      'x',
      `${picture}\n`,
      picture.slice(4),
      `data:image/png;base64,${picture}`,
      5,
      {},
      undefined,
    ]) {
      const refused = await send(wrong);
      assert.deepEqual(
        [refused.status, Object.keys(refused.json.errors)],
        [422, ['picture']],
        String(wrong).slice(0, 40),
      );
    }
    assert.equal((await send(noisyPng({ width: 130, height: 110 }).toString('base64'))).status, 422);
    assert.equal((await send('A'.repeat(70_000))).status, 413);
    const other = await gateway.newWebsite('Other');
    for (const key of [gateway.liveKey, other.testKey]) {
      assert.equal((await send(picture, key)).status, 404);
      assert.equal((await gateway.client(key).post(at(`/links/${code}/picture/remove`))).status, 404);
    }
    assert.deepEqual((await gateway.api.get(at(`/links/${code}`))).json.data.picture, { url, ...rest });
    for (let count = 0; count < 2; count++) {
      const removed = await gateway.api.post(at(`/links/${code}/picture/remove`));
      assert.deepEqual([removed.status, removed.json.data.picture], [200, null]);
    }
  });

  it('names ignored fields of requests with a test key, as the merchant API does', async () => {
    const made = await gateway.api.post(at('/links?draft=1'), { ...NEW_LINK, colour: 'red' });
    assert.deepEqual([made.status, made.headers.get('x-gateway-ignored')], [201, 'colour, draft']);
    assert.equal((await create()).headers.get('x-gateway-ignored'), null);
  });

  it('422 uses the messages of the merchant API', async () => {
    const errorsOf = async (changes: object) => (await create(changes)).json.errors;
    const range = { max_quantity: ['Enter a whole number from 1 to 99.'] };
    for (const max_quantity of [0, -1, 100, 2 ** 53]) assert.deepEqual(await errorsOf({ max_quantity }), range);
    assert.deepEqual(await errorsOf({ max_quantity: '3' }), {
      max_quantity: ['The max_quantity field must be an integer.'],
    });
    assert.deepEqual(Object.keys(await errorsOf({ max_quantity: 3, amount_mode: 'prefilled' })), ['max_quantity']);
    assert.deepEqual(await errorsOf({ name: null }), { name: ['The name field is required.'] });
    assert.deepEqual(await errorsOf({ stock: 1.5 }), { stock: ['The stock field must be an integer.'] });
    assert.deepEqual(await errorsOf({ single_use: 'yes' }), {
      single_use: ['The single_use field must be a boolean.'],
    });
    assert.deepEqual(await errorsOf({ methods: [5, {}] }), {
      methods: ['The methods field must be an array of strings.'],
    });
    assert.deepEqual(await errorsOf({ currency: 'EUR' }), {
      currency: ['The currency field must be one of: HTG, USD.'],
    });
    assert.deepEqual(await errorsOf({ descriptions: { fr: 5 } }), {
      'descriptions.fr': ['The descriptions.fr field must be a string.'],
    });
    const { json } = await gateway.api.get(at('/links?per_page=101'));
    assert.deepEqual(json.errors, { per_page: ['The per_page field must be at most 100.'] });
  });

  it('201 creates a link with the mode of the key, and the link can be read, listed and deactivated', async () => {
    const made = await create({ stock: 3, expires_at: '2099-12-31T23:59:59Z', asks_name: true });
    assert.equal(made.status, 201, made.text);
    const { data } = made.json;
    assert.deepEqual(
      [data.amount, data.currency, data.amount_mode, data.stock, data.places_left, data.state, data.mode],
      ['500.50', 'HTG', 'fixed', 3, 3, 'active', 'test'],
    );
    assert.equal(data.url, `${gateway.url}/l/${data.code}`);
    assert.equal(data.expires_at, '2099-12-31T23:59:59.000000Z');
    assert.ok(!('created_by' in data), 'the creator is not shown, because it may be a user of the operator');
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

  it('200 lists links, newest first, page by page, while others are created', async () => {
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

  it('422 names all fields of a wrong type at once, and a field with an invalid value', async () => {
    const wrong = await gateway.api.post(at('/links'), {
      name: 5,
      descriptions: [],
      amount: '500',
      stock: 1.5,
      methods: 'moncash',
      single_use: 'yes',
      expires_at: 'tomorrow',
      asks_name: 1,
      currency: null,
      unknown: true,
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
    assert.deepEqual(await of({ expires_at: '2099-12-31' }), ['expires_at'], 'a day without a time is invalid');
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
      websiteId: gateway.website.id,
      mode: 'test',
      scopes: ['read'],
    });
    assert.equal((await gateway.client(text).get(at('/links'))).status, 200);
    const refused = await create({}, text);
    assert.deepEqual([refused.status, refused.json.error], [403, 'action_not_allowed']);
  });
});

describe('the limits of the API of payment links', () => {
  it('are the limits of the merchant API, counted together', async () => {
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
