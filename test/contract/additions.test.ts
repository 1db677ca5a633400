import assert from 'node:assert/strict';
import { type ApiResponse, startTestGateway } from '../support/gateway.ts';
import { movingClock } from './moving-clock.ts';
import { contractSuite } from './promise.ts';
import { assertError, assertSuccess, complete, created } from './shapes.ts';

const clock = movingClock('2030-05-01T10:00:00.000001Z');

function timeOf({ headers }: ApiResponse): string {
  return headers.get('x-gateway-time') ?? '';
}

contractSuite(
  'what v1 adds to its specification',
  (promise) => {
    promise(
      ['TIME-4'],
      "every response has the gateway's own time, which is never before a payment that it shows",
      async (gateway, _t, engine) => {
        const { api } = gateway;
        clock.setTo('2030-05-01T10:00:00.000001Z');
        const payment = await api.post('/payments', {
          amount: 500,
          currency: 'HTG',
          payment_method: 'moncash',
          customer_name: 'Marie',
          reference: 'time',
        });
        assertSuccess(payment, 201);
        const id = payment.json.transaction_id;
        const other = gateway.client(null);
        const responses = [
          payment,
          await api.get(`/payments/${id}`),
          await api.get('/payments/reference/time'),
          await api.get('/payments'),
          await api.get('/events'),
          await api.get('/health'),
          await api.post(`/payments/${id}/verify`),
          await api.get('/payments/1'),
          await api.get('/nothing'),
          await api.get('/%ff'),
          await api.post('/health'),
          await api.post('/payments', '{'),
          await api.post('/payments', 'text', { 'content-type': 'text/plain' }),
          await other.get('/health'),
          await gateway.client('tk_test_wrong').get('/health'),
          await api.get(`${gateway.url}/api/links/v1/links`),
        ];
        for (const response of responses) {
          const name = `${response.status} ${response.text.slice(0, 60)}`;
          assert.match(timeOf(response), /^2030-05-01T10:00:00\.\d{6}Z$/, name);
          assert.ok(timeOf(response) >= payment.json.created_at, name);
        }
        clock.forward(60);
        assert.match(timeOf(await api.get('/health')), /^2030-05-01T10:01:00/);

        // Another node, which reads a slightly earlier time from the store.
        const behind = movingClock('2030-05-01T09:59:59.500000Z');
        const { PORT: _port, ...settings } = gateway.settings;
        const shared = { settings, drop: async () => {} };
        const second = await startTestGateway(engine, { sharedStore: shared as never, clock: behind.now });
        try {
          const there = second.client(gateway.testKey);
          await complete(api, id);
          for (const path of [`/payments/${id}`, '/payments/reference/time', '/payments', '/events']) {
            const read = await there.get(path);
            assertSuccess(read, 200);
            assert.ok(timeOf(read) >= payment.json.created_at, `${path}: ${timeOf(read)}`);
          }
          assert.match(timeOf(await there.get('/health')), /^2030-05-01T09:59:59/);
        } finally {
          await second.stop();
        }
      },
    );

    promise(
      ['TIME-4'],
      "a 429 has the gateway's time too, and a health check has none",
      async (gateway, _t, engine) => {
        const limited = await startTestGateway(engine, { settings: { RATE_LIMIT_PER_MINUTE: '1' } });
        try {
          await limited.api.get('/health');
          const refused = await limited.api.get('/health');
          assertError(refused, 429, 'rate_limit_exceeded');
          assert.match(timeOf(refused), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
        } finally {
          await limited.stop();
        }
        assert.equal((await gateway.api.get(`${gateway.url}/healthz`)).headers.get('x-gateway-time'), null);
      },
    );

    promise(['LIST-14'], '`reference` lists the payments with exactly this reference', async (gateway) => {
      const { testKey } = await gateway.newWebsite();
      const api = gateway.client(testKey);
      const mine: string[] = [];
      for (let n = 0; n < 3; n++) mine.unshift((await created(api, { reference: 'order-1042' })).transaction_id);
      await created(api, { reference: 'order-10421' });
      await created(api, { reference: 'ORDER-1042' });
      await created(api, { reference: '' });
      await created(api);
      await complete(api, mine[0]!);
      const card = await created(api, { reference: 'order-1042', payment_method: 'card' });
      const list = async (query: string) => {
        const response = await api.get(`/payments?${query}`);
        assertSuccess(response, 200);
        const { data, pagination, next_cursor } = response.json;
        const ids = data.map(({ transaction_id }: { transaction_id: string }) => transaction_id);
        return { ids, pagination, next_cursor };
      };
      const of = 'reference=order-1042';
      const all = [card.transaction_id, ...mine];
      assert.deepEqual(await list(of), {
        ids: all,
        next_cursor: undefined,
        pagination: { current_page: 1, per_page: 20, total: 4, last_page: 1 },
      });
      assert.deepEqual((await list('reference=')).pagination.total, 1);
      assert.deepEqual((await list('reference=no-such-order')).ids, []);
      assert.deepEqual((await list('reference=%00')).ids, []);
      assert.deepEqual((await list(`${of}&status=completed`)).ids, [mine[0]]);
      assert.deepEqual((await list(`${of}&payment_method=card`)).ids, [card.transaction_id]);
      assert.deepEqual((await list(`${of}&from_date=2030-05-01&to_date=2030-05-01`)).pagination.total, 4);
      assert.deepEqual((await list(`${of}&from_date=2030-05-02`)).pagination.total, 0);
      assert.deepEqual((await list(`${of}&to_date=2030-04-30`)).pagination.total, 0);
      const second = await list(`${of}&per_page=3&page=2`);
      assert.deepEqual(second.ids, all.slice(3));
      assert.deepEqual(second.pagination, { current_page: 2, per_page: 3, total: 4, last_page: 2 });
      assert.deepEqual((await list(`${of}&per_page=3&page=3`)).pagination.total, 4);
      const read: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const part = await list(`${of}&per_page=2&cursor=${cursor}`);
        assert.equal(part.pagination.total, 4);
        read.push(...part.ids);
        cursor = part.next_cursor;
      }
      assert.deepEqual(read, all);
      // The list has only the payments of the requesting key.
      const { text } = await gateway.store.operator.createApiKey({ websiteId: gateway.website.id, mode: 'test' });
      assert.equal((await gateway.client(text).get(`/payments?${of}`)).json.pagination.total, 0);
      assertError(await api.get(`/payments?reference=${'x'.repeat(256)}`), 422, 'validation_error');
    });

    promise(['LIST-15'], '`GET /payments/` is `GET /payments`', async ({ api }) => {
      await created(api);
      const [plain, slash] = [await api.get('/payments?per_page=1'), await api.get('/payments/?per_page=1')];
      assertSuccess(slash, 200);
      assert.equal(slash.text, plain.text);
      assertError(await api.get('/payments/?per_page=0'), 422, 'validation_error');
    });

    promise(['AUTH-17'], 'a key as a bearer token is refused with the name of the right header', async (gateway) => {
      const bearer = gateway.client(null, { authorization: `Bearer ${gateway.testKey}` });
      const refused = await bearer.get('/payments');
      assertError(refused, 401, 'missing_api_key');
      assert.equal(refused.json.message, 'API key is required');
      assert.match(refused.headers.get('x-gateway-hint') ?? '', /X-Api-Key/);
      assert.ok(!refused.headers.get('x-gateway-hint')?.includes(gateway.testKey));
      assert.equal((await gateway.client(null).get('/payments')).headers.get('x-gateway-hint'), null);
      const both = gateway.client(gateway.testKey, { authorization: 'Bearer other' });
      assert.equal((await both.get('/health')).status, 200);
    });

    promise(['REQUEST-35'], 'with a test key, a response lists what was sent and had no effect', async (gateway) => {
      const { api } = gateway;
      const body = {
        amount: 500,
        currency: 'HTG',
        payment_method: 'moncash',
        customer_name: 'Marie',
        reference: null,
        return_url: 'https://shop.example',
        callback_url: 'x',
        amount_cents: 1,
      };
      const ignoredBy = ({ headers }: ApiResponse) => headers.get('x-gateway-ignored');
      const sent = await api.post('/payments?expand=all&_=1', body, { 'idempotency-key': 'abc' });
      assertSuccess(sent, 201);
      assert.equal(ignoredBy(sent), 'return_url, callback_url, amount_cents, expand, _, idempotency-key');
      assert.equal(
        ignoredBy(await api.post('/payments', { ...body, amount: 0 })),
        'return_url, callback_url, amount_cents',
      );
      assert.equal(ignoredBy(await api.get('/payments?reference=x&limit=3')), 'limit');
      assert.equal(ignoredBy(await api.get('/payments?reference=x')), null);
      assert.equal(ignoredBy(await api.get('/health?x=1')), 'x');
      assert.equal(ignoredBy(await api.get('/payments?reference[]=x&created[gte]=1')), 'reference[], created[gte]');
      const verified = await api.post(`/payments/${sent.json.transaction_id}/verify`, { amount: 1 });
      assert.equal(ignoredBy(verified), 'amount');
      const live = gateway.client(gateway.liveKey);
      assert.equal(ignoredBy(await live.get('/payments?limit=3')), null);

      // Names that are not safe in a header are omitted, and at most 20 names are listed.
      const hostile = { 'a\r\nset-cookie: x=1': 1, é: 1, ['n'.repeat(65)]: 1, 'a b': 1, '': 1, __proto__x: 1 };
      assert.equal(
        ignoredBy(await api.post('/payments', { ...body, ...hostile })),
        'return_url, callback_url, amount_cents, __proto__x',
      );
      const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field_${at}`, 1]));
      const named = ignoredBy(await api.post('/payments', { ...many }))?.split(', ');
      assert.equal(named?.length, 20);
    });
  },
  { clock: clock.now },
);
