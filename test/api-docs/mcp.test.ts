import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { TOPICS } from '../../src/docs-site/topics.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const PAYMENT = { amount: 500, currency: 'HTG', payment_method: 'moncash', customer_name: 'Marie Joseph' };

onOneEngineByDay('the MCP server for agents', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway?.stop());

  /** Calls a tool with the official client. */
  const withClient = async <T>(
    headers: Record<string, string>,
    use: (client: Client) => Promise<T>,
    mode: 'legacy' | 'auto' = 'legacy',
  ): Promise<T> => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { requestInit: { headers } });
    await client.connect(transport);
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  };
  const call = async (client: Client, name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content;
    assert.ok(first?.type === 'text');
    return { text: first.text, isError };
  };
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  for (const mode of ['legacy', 'auto'] as const) {
    it(`lets the official client find and read documentation without a key, when it negotiates by ${mode}`, async () => {
      await withClient(
        {},
        async (client) => {
          assert.equal(client.getServerVersion()?.name, 'peye');
          const { tools } = await client.listTools();
          const names = ['search_docs', 'read_page', 'read_operation', 'create_test_payment'];
          assert.deepEqual(
            tools.map(({ name }) => name),
            [...names, 'complete_test_payment', 'fail_test_payment', 'read_payment', 'list_events'],
          );
          const found = JSON.parse((await call(client, 'search_docs', { query: 'verify a webhook signature' })).text);
          assert.equal(found[0].page, 'webhooks');
          assert.ok(found.length <= 8);
          const page = await call(client, 'read_page', { page: found[0].page });
          assert.match(page.text, /^# Webhooks\n/);
          assert.match(
            (await call(client, 'read_page', { page: 'webhooks', language: 'fr' })).text,
            /^# Recevoir les webhooks\n/,
          );
          const listed = (await call(client, 'read_operation')).text;
          assert.match(listed, /^createPayment: Create a payment$/m);
          const operation = JSON.parse((await call(client, 'read_operation', { operation_id: 'createPayment' })).text);
          assert.deepEqual([operation.method, operation.path], ['post', '/payments']);
          assert.equal(operation.operation['x-codeSamples'].length, 4);
          assert.equal(operation.servers[0].url, `${gateway.url}/api/gateway/v1`);
          assert.match(JSON.stringify(operation.components.schemas), /"customer_name":{"type":"string"/);
        },
        mode,
      );
    });
  }

  it('returns every page of the documentation', async () => {
    await withClient({}, async (client) => {
      for (const page of TOPICS) {
        const { text, isError } = await call(client, 'read_page', { page });
        assert.ok(!isError && /^#/m.test(text), page);
      }
    });
  });

  it('returns a page by each address that llms.txt, a link or a person gives it', async () => {
    await withClient({}, async (client) => {
      for (const page of [
        `${gateway.url}/docs/webhooks.md`,
        `${gateway.url}/docs/en/webhooks#verify-the-signature`,
        '/docs/webhooks',
        'docs/webhooks.md',
        'Webhooks',
      ]) {
        assert.match((await call(client, 'read_page', { page })).text, /^# Webhooks\n/, page);
      }
      const french = await call(client, 'read_page', { page: `${gateway.url}/docs/fr/webhooks` });
      assert.match(french.text, /^# Recevoir les webhooks\n/);
      assert.match((await call(client, 'read_page', { page: `${gateway.url}/docs` })).text, /^# Peye documentation\n/);
    });
  });

  it('returns each operation and each webhook with all schemas and headers that it refers to', async () => {
    await withClient({}, async (client) => {
      const listed = (await call(client, 'read_operation')).text;
      for (const name of ['createPayment', 'requestRefund', 'paymentSuccess', 'refundSucceeded', 'testEvent']) {
        assert.match(listed, new RegExp(`^${name}: `, 'm'));
      }
      for (const operation_id of listed.split('\n').map((line) => line.split(':')[0])) {
        const { text } = await call(client, 'read_operation', { operation_id });
        const described = JSON.parse(text);
        assert.equal(described.operation.operationId, operation_id);
        for (const [, reference = ''] of text.matchAll(/"#\/([^"]+)"/g)) {
          const found = reference.split('/').reduce((part, name) => part?.[name], described);
          assert.ok(found, `${operation_id}: ${reference}`);
        }
      }
    });
  });

  it('fails a test payment for a reason', async () => {
    const { testKey } = await gateway.newWebsite();
    await withClient({ 'x-api-key': testKey }, async (client) => {
      for (const given of [{}, { failure_reason: 'insufficient_balance' }]) {
        const { transaction_id } = JSON.parse((await call(client, 'create_test_payment', PAYMENT)).text);
        const failed = JSON.parse((await call(client, 'fail_test_payment', { transaction_id, ...given })).text);
        const { status, failure_reason } = failed.data;
        assert.deepEqual([status, failure_reason], ['failed', given.failure_reason ?? 'declined']);
      }
      const { transaction_id } = JSON.parse((await call(client, 'create_test_payment', PAYMENT)).text);
      const refused = await call(client, 'fail_test_payment', { transaction_id, failure_reason: 'bad luck' });
      assert.ok(refused.isError);
      assert.match(refused.text, /must be one of: insufficient_balance/);
    });
  });

  for (const [name, headers] of [
    ['X-Api-Key', (key: string) => ({ 'x-api-key': key })],
    ['a bearer token', (key: string) => ({ authorization: `Bearer ${key}` })],
  ] as const) {
    it(`creates, completes and reads a test payment with a test key as ${name}`, async () => {
      const { testKey } = await gateway.newWebsite();
      await withClient(headers(testKey), async (client) => {
        const created = await call(client, 'create_test_payment', { ...PAYMENT, reference: 'order-1042' });
        assert.equal(created.isError, false, created.text);
        const { transaction_id, payment_url } = JSON.parse(created.text);
        assert.match(payment_url, /\/pay\//);
        assert.equal((await call(client, 'complete_test_payment', { transaction_id })).isError, false);
        const read = JSON.parse((await call(client, 'read_payment', { transaction_id })).text);
        assert.deepEqual([read.data.status, read.data.reference], ['completed', 'order-1042']);
        const events = JSON.parse((await call(client, 'list_events')).text);
        assert.deepEqual(
          events.data.map(({ event, data }: { event: string; data: { transaction_id: string } }) => [
            event,
            data.transaction_id,
          ]),
          [['payment.success', transaction_id]],
        );
        const after = JSON.parse((await call(client, 'list_events', { after: events.next_cursor, limit: 5 })).text);
        assert.deepEqual(after.data, []);
      });
    });
  }

  it('refuses a live key, an unknown key and no key with each tool that needs one, and creates nothing', async () => {
    const { liveKey } = await gateway.newWebsite();
    for (const [key, reason] of [
      [liveKey, /Only a test key/],
      ['tk_test_nonsense', /invalid_api_key/],
      ['', /Send a test key/],
    ] as const) {
      await withClient(key === '' ? {} : { 'x-api-key': key }, async (client) => {
        for (const [tool, given] of [
          ['create_test_payment', PAYMENT],
          ['complete_test_payment', { transaction_id: '1' }],
          ['fail_test_payment', { transaction_id: '1' }],
          ['read_payment', { transaction_id: '1' }],
          ['list_events', {}],
        ] as const) {
          const { text, isError } = await call(client, tool, given);
          assert.equal(isError, true, tool);
          assert.match(text, reason, tool);
          if (key !== '') assert.ok(!text.includes(key), tool);
        }
      });
    }
    assert.equal((await gateway.client(liveKey).get('/payments')).json.pagination.total, 0);
  });

  it('says what is wrong with the arguments of a tool', async () => {
    await withClient({ 'x-api-key': gateway.testKey }, async (client) => {
      const wrong = async (tool: string, given: Record<string, unknown>) => {
        const { text, isError } = await call(client, tool, given);
        assert.equal(isError, true, `${tool}: ${text}`);
        return text;
      };
      assert.match(
        await wrong('create_test_payment', { amount: 500 }),
        /Missing: currency, payment_method, customer_name/,
      );
      assert.match(
        await wrong('create_test_payment', { ...PAYMENT, return_url: 'https://shop.example' }),
        /Unknown: return_url\. create_test_payment has only amount, currency/,
      );
      assert.match(await wrong('create_test_payment', { ...PAYMENT, amount: -1 }), /validation_error[\s\S]*amount/);
      assert.match(await wrong('read_payment', { transaction_id: '../website' }), /digits/);
      assert.match(await wrong('read_payment', { transaction_id: '1' }), /transaction_not_found/);
      assert.match(await wrong('list_events', { after: 'nonsense' }), /invalid_cursor/);
      assert.match(await wrong('read_page', { page: 'nothing' }), /no such page/);
      assert.match(await wrong('read_page', { page: 'api/payments' }), /read_operation/);
      assert.match(await wrong('search_docs', { query: 'a'.repeat(201) }), /at most 200/);
      assert.match(await wrong('read_operation', { operation_id: 'nothing' }), /no such operation/);
      await assert.rejects(call(client, 'move_money'), /no such tool/);
    });
  });

  it('responds to messages that are no request of the protocol', async () => {
    const request = (method: string, more: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...more });
    for (const [body, status, code] of [
      ['{', 400, -32700],
      ['', 400, -32700],
      ['[]', 400, -32600],
      [JSON.stringify({ id: 1, method: 'ping' }), 400, -32600],
      [JSON.stringify({ jsonrpc: '2.0', id: {}, method: 'ping' }), 400, -32600],
      [request('resources/list'), 200, -32601],
      [request('tools/call'), 200, -32602],
      [request('tools/call', { params: { name: '__proto__', arguments: 7 } }), 200, -32602],
    ] as const) {
      const response = await post(body);
      const { error } = (await response.json()) as { error: { code: number } };
      assert.deepEqual([response.status, error.code], [status, code], body);
    }
    assert.deepEqual(await (await post(request('ping'))).json(), { jsonrpc: '2.0', id: 1, result: {} });
    const notified = await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    assert.deepEqual([notified.status, await notified.text()], [202, '']);
  });

  it('413, 415, 405, 403 refuse what is too large, no JSON, no POST, or from a page of another website', async () => {
    assert.equal((await post(JSON.stringify('a'.repeat(70_000)))).status, 413);
    assert.equal((await post('ping', { 'content-type': 'text/plain' })).status, 415);
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await fetch(`${gateway.url}/mcp`, { method })).status, 405, method);
    }
    assert.equal((await post('{}', { origin: 'https://shop.example' })).status, 403);
    assert.equal((await post('{}', { origin: gateway.url })).status, 400);
  });
});

describe('the limits of the MCP server', () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const listEvents = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_events' } });
  const startLimited = (settings: Record<string, string>) => startTestGateway('sqlite', { settings });
  const send = (gateway: TestGateway, body: string) =>
    fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': gateway.testKey },
      body,
    });

  it('429 refuses too many messages from one address', async () => {
    const gateway = await startLimited({ PAGE_LIMIT_PER_MINUTE: '3' });
    try {
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await send(gateway, ping)).status);
      assert.deepEqual(statuses, [200, 200, 200, 429]);
    } finally {
      await gateway.stop();
    }
  });

  it('are those of the API for tools that send requests to it', async () => {
    const gateway = await startLimited({ RATE_LIMIT_PER_MINUTE: '2' });
    try {
      const texts = [];
      for (let i = 0; i < 3; i++) texts.push(await (await send(gateway, listEvents)).text());
      assert.deepEqual(
        texts.map((text) => text.includes('rate_limit_exceeded')),
        [false, false, true],
      );
      // The same client has used up its limit of the API too.
      assert.equal((await gateway.api.get('/health')).status, 429);
    } finally {
      await gateway.stop();
    }
  });
});
