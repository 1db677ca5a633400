import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { deleteOldRequests } from '../../src/features/requests/delete-old-requests.ts';
import type { RequestLine } from '../../src/features/requests/request-lines.ts';
import { type ApiRequest, listRequests } from '../../src/features/requests/store/api-requests.ts';
import { MOST_STORED_OF_KEY, writeRequests } from '../../src/features/requests/write-requests.ts';
import { peye } from '../support/cli.ts';
import { onBothEngines } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';

const DAY_US = 86_400_000_000;
let serial = 0;

function line(atUs: number): RequestLine {
  const requestId = `req_${(++serial).toString(16).padStart(24, '0')}`;
  const outcome = { status: 200, error: null, paymentId: null, durationUs: 900 };
  return { requestId, atUs, method: 'GET', path: '/api/gateway/v1/payments', ...outcome };
}

onBothEngines('the request log', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway?.stop());

  const url = (query = '') => `${gateway.url}/api/checkout/v1/requests${query}`;
  type Listed = Record<string, unknown> & { request_id: string; path: string };
  const list = async (key: string, query = '') => (await gateway.client(key).get(url(query))).json;
  /** The listed requests of a key once there are as many as expected. */
  const listed = async (key: string, count: number): Promise<Listed[]> => {
    await until(`${count} requests are listed`, async () => (await list(key)).data.length === count);
    return (await list(key)).data;
  };
  const keyIdOf = async (websiteId: string) => {
    const { apiKey } = await gateway.store.operator.createApiKey({ websiteId, mode: 'test' });
    return apiKey.id;
  };
  const stored = (filter: { keyId?: string }): Promise<ApiRequest[]> =>
    listRequests(gateway.store.db, { ...filter, limit: 100_000 });

  /** How many lines are stored, as their counts say too. Read in one statement, because the gateway logs the requests of these tests at the same time. */
  const countedRight = async (): Promise<number> => {
    const [row] = await gateway.store.db.query<{ lines: number; counted: number }>(
      `SELECT (SELECT COUNT(*) FROM api_requests) AS lines,
         (SELECT CAST(SUM(stored) AS BIGINT) FROM api_request_logs) AS counted`,
    );
    assert.equal(row?.lines, row?.counted);
    return row?.lines ?? 0;
  };

  // Contract: CHECKOUT-8
  it('lists what each request of a key returned, under the id of its response, and nothing that was sent', async () => {
    const { website, testKey } = await gateway.newWebsite();
    const api = gateway.client(testKey);
    const created = await api.post('/payments', paymentRequest({ customer_name: 'Marie Joseph' }));
    const id = created.json.transaction_id;
    const refused = await api.post(
      '/payments',
      paymentRequest({ currency: 'EUR', customer_email: 'marie@example.com' }),
    );
    await api.get('/payments/reference/secret-reference?note=private');
    await api.get(`/payments/${id}`);
    await api.get('/events');
    await api.get('/nowhere');
    const all = await listed(testKey, 4);
    assert.deepEqual(
      all.map(({ method, path, status, error, transaction_id }) => [method, path, status, error, transaction_id]),
      [
        ['GET', '/api/gateway/v1/payments/{transaction_id}', 200, null, id],
        ['GET', '/api/gateway/v1/payments/reference/{reference}', 404, 'transaction_not_found', null],
        ['POST', '/api/gateway/v1/payments', 422, 'validation_error', null],
        ['POST', '/api/gateway/v1/payments', 201, null, id],
      ],
    );
    assert.equal(all[3]?.request_id, created.headers.get('x-request-id'));
    assert.ok(all.every(({ duration_us: us }) => typeof us === 'number' && us > 0 && us < 60_000_000));
    assert.doesNotMatch(JSON.stringify(all), /Marie|marie|EUR|secret-reference|private/);
    const requestId = refused.headers.get('x-request-id');
    for (const query of [`?request_id=${requestId}`, '?status=4xx&error=validation_error', '?error=validation_error']) {
      const { data } = await list(testKey, query);
      assert.deepEqual([query, data.map((each: Listed) => each.request_id)], [query, [requestId]]);
    }
    assert.deepEqual((await list(testKey, '?status=5xx')).data, []);
    const json = await peye(['api-requests', '--request', String(requestId), '--json'], { settings: gateway.settings });
    const [shown] = JSON.parse(json.stdout);
    assert.deepEqual([shown.website_id, shown.mode, shown.error], [website.id, 'test', 'validation_error']);
    const table = await peye(['api-requests', '--website', website.id, '--status', '4xx'], {
      settings: gateway.settings,
    });
    assert.match(table.stdout, /validation_error/);
    const { text, apiKey: other } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
    assert.equal((await list(text)).data.length, 4, 'a key reads the requests of its website');
    assert.deepEqual((await list(text, `?key_id=${other.id}`)).data, []);
  });

  it('shows a key nothing of other websites and of the other mode', async () => {
    const { website, testKey } = await gateway.newWebsite();
    const { json, headers } = await gateway.client(testKey).get('/payments');
    assert.equal(json.success, true);
    await listed(testKey, 1);
    const found = `?request_id=${headers.get('x-request-id')}`;
    assert.equal((await list(testKey, found)).data.length, 1);
    const live = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'live' });
    assert.deepEqual((await list(live.text, found)).data, []);
    assert.deepEqual((await list(gateway.testKey, found)).data, []);
  });

  it('is read page by page, newest first, and refuses other cursors and filters', async () => {
    const { website, testKey } = await gateway.newWebsite();
    const keyId = await keyIdOf(website.id);
    const now = Math.floor(gateway.store.clock());
    const lines = [5, 4, 3, 2, 1].map((ago) => line(now - ago * 1000));
    await writeRequests(gateway.store, [{ keyId, lines, droppedAtUs: null }]);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(testKey, `?per_page=2&cursor=${cursor}`);
      assert.equal(page.last_dropped_at, null);
      seen.push(...page.data.map((each: Listed) => each.request_id));
      cursor = page.next_cursor;
    }
    assert.deepEqual(seen, lines.map(({ requestId }) => requestId).reverse());
    for (const cursor of ['x', '1.2', `${now}.req_`]) {
      assert.equal((await list(testKey, `?cursor=${cursor}`)).error, 'invalid_cursor');
    }
    for (const query of ['?status=3xx', '?error=none', '?per_page=0', '?per_page=101']) {
      assert.equal((await list(testKey, query)).error, 'validation_error', query);
    }
  });

  it('says when lines were dropped', async () => {
    const { website, testKey } = await gateway.newWebsite();
    const keyId = await keyIdOf(website.id);
    const droppedAtUs = Math.floor(gateway.store.clock()) - 60_000_000;
    await writeRequests(gateway.store, [{ keyId, lines: [], droppedAtUs }]);
    await writeRequests(gateway.store, [{ keyId, lines: [line(droppedAtUs)], droppedAtUs: null }]);
    const { last_dropped_at } = await list(testKey);
    assert.equal(Date.parse(last_dropped_at), Math.floor(droppedAtUs / 1000));
  });

  it('has the newest lines of each key, and deletes those that are old or too many, oldest first', async () => {
    const { store } = gateway;
    const { website } = await gateway.newWebsite();
    const [busy, idle] = [await keyIdOf(website.id), await keyIdOf(website.id)];
    const now = Math.floor(store.clock());
    const write = (keyId: string, lines: RequestLine[]) => writeRequests(store, [{ keyId, lines, droppedAtUs: null }]);
    await write(idle, [line(now - 15 * DAY_US), line(now - 13 * DAY_US)]);
    const all = Array.from({ length: MOST_STORED_OF_KEY + 30 }, (_, index) => line(now - DAY_US + index));
    for (let from = 0; from < all.length; from += 1000) await write(busy, all.slice(from, from + 1000));
    const left = await stored({ keyId: busy });
    assert.equal(left.length, MOST_STORED_OF_KEY);
    assert.equal(left.at(-1)?.requestId, all[30]?.requestId);
    const done = { isMoreWaiting: false };
    assert.deepEqual(await deleteOldRequests(store), done, 'new lines above a limit do not keep the job busy');
    assert.equal((await stored({ keyId: idle })).length, 1);
    const total = await countedRight();
    await until('the surplus is deleted', async () => !(await deleteOldRequests(store, total - 4_900)).isMoreWaiting);
    assert.equal((await stored({ keyId: idle })).length, 0, 'the oldest of all keys go first');
    const rest = await countedRight();
    assert.ok(rest >= total - 4_900, 'only the surplus is deleted');
    // The gateway may have added lines about the requests of these tests since.
    assert.ok(rest < total - 4_900 + 100, String(rest - total));
  });

  it('counts its lines right while nodes write and delete at the same time', async () => {
    const { store } = gateway;
    const { website } = await gateway.newWebsite();
    const keys = [await keyIdOf(website.id), await keyIdOf(website.id), await keyIdOf(website.id)];
    const now = Math.floor(store.clock());
    const rounds = Array.from({ length: 24 }, async (_, round) => {
      if (round % 3 === 2) return void (await deleteOldRequests(store));
      const lines = (age: number) => Array.from({ length: 20 }, () => line(now - age));
      const batch = keys.map((keyId) => ({ keyId, lines: [...lines(20 * DAY_US), ...lines(0)], droppedAtUs: null }));
      await writeRequests(store, round % 2 === 0 ? batch : batch.reverse());
    });
    await Promise.all(rounds);
    await until('old lines are deleted', async () => !(await deleteOldRequests(store)).isMoreWaiting);
    for (const keyId of keys) assert.equal((await stored({ keyId })).length, 16 * 20);
    await countedRight();
  });

  it('drops lines of unknown keys', async () => {
    await writeRequests(gateway.store, [{ keyId: 'key_unknown', lines: [line(1)], droppedAtUs: null }]);
    assert.deepEqual(await stored({ keyId: 'key_unknown' }), []);
  });
});
