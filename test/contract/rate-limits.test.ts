import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setApiKeyDeactivated } from '../../src/features/websites/store/api-keys.ts';
import { type ApiResponse, type Client, paymentRequest, type TestGateway } from '../support/gateway.ts';
import { changeWebsite } from '../support/websites.ts';
import { contractSuite } from './promise.ts';
import { assertError, assertSuccess } from './shapes.ts';

/** A client behind a trusted proxy, so that each test has its own addresses. */
const from = (gateway: TestGateway, address: string, key: string | null = gateway.testKey): Client =>
  gateway.client(key, { 'x-forwarded-for': address });

async function times(count: number, request: (at: number) => Promise<ApiResponse>): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  for (let i = 0; i < count; i++) responses.push(await request(i));
  return responses;
}

/** Stops the clock, and returns a function that moves it. The gateway runs in this process, so its limits use this clock. */
function holdTime(t: TestContext): (seconds: number) => void {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  return (seconds) => t.mock.timers.tick(seconds * 1000);
}

contractSuite(
  'the limit of requests',
  (promise) => {
    promise(
      ['LIMIT-1', 'LIMIT-2', 'LIMIT-3'],
      '429 from the 61st request of a minute on, and 200 exactly when retry_after is over',
      async (gateway, t) => {
        const forward = holdTime(t);
        const api = from(gateway, '198.51.100.1');
        for (const response of await times(60, () => api.get('/health'))) assertSuccess(response, 200);
        const refused = await api.get('/health');
        assertError(refused, 429, 'rate_limit_exceeded');
        assert.equal(refused.json.retry_after, 60);
        // A limit that recovers gradually would already let some requests through.
        forward(30);
        const still = await api.get('/health');
        assertError(still, 429, 'rate_limit_exceeded');
        assert.equal(still.json.retry_after, 30);
        forward(still.json.retry_after - 1);
        assertError(await api.get('/health'), 429, 'rate_limit_exceeded');
        forward(1);
        for (const response of await times(60, () => api.get('/health'))) assertSuccess(response, 200);
        assertError(await api.get('/health'), 429, 'rate_limit_exceeded');
      },
    );

    promise(
      ['LIMIT-1', 'AUTH-1'],
      '429 on every endpoint: all requests of an address count together, whatever their outcome',
      async (gateway) => {
        const address = '198.51.100.2';
        const api = from(gateway, address);
        const requests: (() => Promise<ApiResponse>)[] = [
          () => api.post('/payments', paymentRequest()),
          () => api.post('/payments', '{broken'),
          () => api.get('/payments'),
          () => api.get('/payments/915840412345678'),
          () => api.get('/payments/reference/x'),
          () => api.post('/payments/915840412345678/verify'),
          () => api.get('/events?limit=0'),
          () => api.get('/exchange-rate'),
          () => api.get('/health'),
          () => api.post('/test_helpers/payments/1/complete'),
          () => api.get('/nothing/here'),
          () => api.request('DELETE', '/payments'),
          () => from(gateway, address, null).get('/health'),
          () => from(gateway, address, 'tk_test_wrong').get('/health'),
          () => from(gateway, address, gateway.liveKey).get('/events'),
        ];
        for (const request of requests) {
          for (const response of await times(4, request)) assert.notEqual(response.status, 429);
        }
        for (const request of requests) assertError(await request(), 429, 'rate_limit_exceeded');
        assertSuccess(await from(gateway, '198.51.100.3').get('/health'), 200);
      },
    );

    promise(['LIMIT-1', 'LIMIT-2'], '429 for all but 60 of 90 requests at once', async (gateway) => {
      const api = from(gateway, '198.51.100.4');
      const responses = await Promise.all(Array.from({ length: 90 }, () => api.get('/health')));
      assert.equal(responses.filter((response) => response.status === 200).length, 60);
      for (const response of responses) if (response.status !== 200) assertError(response, 429, 'rate_limit_exceeded');
    });

    promise(['REQUEST-24'], '429 comes before a missing key, an invalid key and an unknown path', async (gateway) => {
      const address = '198.51.100.5';
      await times(60, () => from(gateway, address).get('/health'));
      for (const key of [null, 'tk_test_wrong']) {
        assertError(await from(gateway, address, key).get('/health'), 429, 'rate_limit_exceeded');
      }
      assertError(await from(gateway, address, null).get('/nothing'), 429, 'rate_limit_exceeded');
    });

    promise(['REQUEST-2'], '200 for healthz and readyz, which count towards no limit', async (gateway) => {
      const address = '198.51.100.6';
      for (const path of ['healthz', 'readyz']) {
        await times(60, () => from(gateway, address, null).get(`${gateway.url}/${path}`));
      }
      for (const response of await times(60, () => from(gateway, address).get('/health'))) assertSuccess(response, 200);
      assertError(await from(gateway, address).get('/health'), 429, 'rate_limit_exceeded');
      for (const path of ['healthz', 'readyz']) {
        assert.equal((await from(gateway, address, null).get(`${gateway.url}/${path}`)).status, 200);
      }
    });

    promise(['LIMIT-6'], '429 counts an IPv6 address by its /64', async (gateway) => {
      await times(59, () => from(gateway, '2001:db8:1:2::1').get('/health'));
      assertSuccess(await from(gateway, '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff').get('/health'), 200);
      for (const same of ['2001:db8:1:2::1', '2001:db8:1:2:9::', '2001:db8:1:2:1:2:3:4', '2001:db8:1:2::192.0.2.1']) {
        assertError(await from(gateway, same).get('/health'), 429, 'rate_limit_exceeded');
      }
      for (const other of ['2001:db8:1:3::1', '2001:db8:2:2::1', '2001:db8:0:2::1', '::1:2:0:0:0:1']) {
        assertSuccess(await from(gateway, other).get('/health'), 200);
      }
    });

    promise(['LIMIT-7'], '429 counts a mapped IPv4 address as the IPv4 address', async (gateway) => {
      await times(60, () => from(gateway, '::ffff:203.0.113.7').get('/health'));
      for (const same of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7']) {
        assertError(await from(gateway, same).get('/health'), 429, 'rate_limit_exceeded');
      }
      assertSuccess(await from(gateway, '::ffff:203.0.113.8').get('/health'), 200);
    });

    promise(['LIMIT-5'], "429 counts by the last address that is not a trusted proxy's", async (gateway) => {
      // The addresses that a client sends come before the one that the proxy adds.
      for (let i = 0; i < 60; i++) {
        assertSuccess(await from(gateway, `192.0.2.${i}, 203.0.113.20`).get('/health'), 200);
      }
      assertError(await from(gateway, '192.0.2.200, 203.0.113.20').get('/health'), 429, 'rate_limit_exceeded');
      assertError(
        await from(gateway, '192.0.2.201, 203.0.113.20, 10.1.2.3').get('/health'),
        429,
        'rate_limit_exceeded',
      );
      assertSuccess(await from(gateway, '203.0.113.20, 203.0.113.21').get('/health'), 200);
    });

    promise(
      ['LIMIT-5', 'LIMIT-10'],
      '429 counts an address with a port or in brackets as the address',
      async (gateway) => {
        await times(60, (i) => from(gateway, i % 2 === 0 ? `203.0.113.30:${1024 + i}` : '203.0.113.30').get('/health'));
        assertError(await from(gateway, '203.0.113.30:9').get('/health'), 429, 'rate_limit_exceeded');
        await times(60, (i) => from(gateway, `[2001:db8:30::${i}]:${1024 + i}`).get('/health'));
        assertError(await from(gateway, '2001:db8:30::ffff').get('/health'), 429, 'rate_limit_exceeded');
      },
    );

    promise(
      ['LIMIT-11'],
      '429 for a website with its own limit only above that limit, whatever others send from its address',
      async (gateway, t) => {
        const { website, testKey } = await gateway.newWebsite();
        await changeWebsite(gateway.store.db, website.id, { rateLimitPerMinute: 90 });
        const [neighbour, shared, elsewhere] = ['203.0.113.40', '203.0.113.40', '203.0.113.41'];
        const forward = holdTime(t);
        // Another website of the same host uses up the address's limit before the first request of this one.
        await times(60, () => from(gateway, neighbour).get('/health'));
        assertError(await from(gateway, neighbour).get('/health'), 429, 'rate_limit_exceeded');
        const [here, there] = [from(gateway, shared, testKey), from(gateway, elsewhere, testKey)];
        for (const response of await times(45, () => here.get('/health'))) assertSuccess(response, 200);
        for (const response of await times(45, () => there.get('/health'))) assertSuccess(response, 200);
        for (const api of [here, there]) {
          const refused = await api.get('/health');
          assertError(refused, 429, 'rate_limit_exceeded');
          assert.equal(refused.json.retry_after, 60);
        }
        assertError(await here.get('/nothing/here'), 429, 'rate_limit_exceeded');
        // The others at the second address have their whole limit, but for the one request before the key was known.
        const others = await times(60, () => from(gateway, elsewhere).get('/health'));
        assert.ok(others.slice(0, 59).every(({ status }) => status === 200));
        forward(60);
        assertSuccess(await here.get('/health'), 200);
      },
    );

    promise(['LIMIT-11'], '200 for a website with its own limit while others use its refused keys', async (gateway) => {
      const { operator, db } = gateway.store;
      const { website, testKey } = await gateway.newWebsite();
      await changeWebsite(db, website.id, { rateLimitPerMinute: 60 });
      const deactivated = await operator.createApiKey({ websiteId: website.id, mode: 'test' });
      await db.transaction((tx) => setApiKeyDeactivated(tx, deactivated.apiKey.id, gateway.store.clock()));
      const elsewhere = await operator.createApiKey({ websiteId: website.id, mode: 'test', addresses: ['192.0.2.1'] });
      for (const [index, { text }] of [deactivated, elsewhere].entries()) {
        const address = `203.0.113.6${index}`;
        for (const response of await times(60, () => from(gateway, address, text).get('/health')))
          assert.equal(response.status, 403);
        assertError(await from(gateway, address, text).get('/health'), 429, 'rate_limit_exceeded');
      }
      assertSuccess(await from(gateway, '203.0.113.69', testKey).get('/health'), 200);
    });

    promise(
      ['LIMIT-11', 'REQUEST-24', 'AUTH-6'],
      '429 above the limit of an address for unknown keys, as for keys of other websites',
      async (gateway) => {
        const address = '203.0.113.50';
        await times(60, () => from(gateway, address).get('/health'));
        for (const key of [`tk_test_${'wrong'.repeat(8)}`, 'tk_test_wrong', gateway.liveKey, null]) {
          assertError(await from(gateway, address, key).get('/health'), 429, 'rate_limit_exceeded');
        }
      },
    );

    promise(['LIMIT-5', 'REQUEST-14'], '200 whatever the proxy reports as an address', async (gateway) => {
      for (const address of [
        'unknown',
        '',
        ' ',
        ',',
        '999.1.1.1',
        '1.2.3.4:80',
        '[::1]',
        'fe80::1%eth0',
        'x'.repeat(4_000),
      ]) {
        assertSuccess(await from(gateway, address).get('/health'), 200);
      }
    });

    promise(
      ['LIMIT-10'],
      '429 counts together all clients whose address the proxy cannot name, and separately from the proxy itself',
      async (gateway) => {
        await times(60, (i) =>
          from(gateway, ['unknown', '', '_x', '300.1.1.1', '198.51.100.1, -'][i % 5]!).get('/health'),
        );
        assertError(await from(gateway, 'another').get('/health'), 429, 'rate_limit_exceeded');
        assertSuccess(await gateway.api.get('/health'), 200);
      },
    );
  },
  { settings: { RATE_LIMIT_PER_MINUTE: '60', TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' } },
);

for (const [what, settings] of Object.entries({
  'no trusted proxy': {},
  'a trusted proxy elsewhere': { TRUST_PROXY: '10.0.0.0/8' },
})) {
  contractSuite(
    `the limit of requests with ${what}`,
    (promise) => {
      promise(['LIMIT-4', 'LIMIT-1'], '429 whatever X-Forwarded-For claims', async (gateway) => {
        for (let i = 0; i < 60; i++) {
          const headers = {
            'x-forwarded-for': `192.0.2.${i}`,
            forwarded: `for=192.0.2.${i}`,
            'x-real-ip': `192.0.2.${i}`,
          };
          assertSuccess(await gateway.client(gateway.testKey, headers).get('/health'), 200);
        }
        assertError(await from(gateway, '192.0.2.99').get('/health'), 429, 'rate_limit_exceeded');
        assertError(await gateway.api.get('/health'), 429, 'rate_limit_exceeded');
      });
    },
    { settings: { RATE_LIMIT_PER_MINUTE: '60', ...settings } },
  );
}

contractSuite(
  'the limit of invalid keys',
  (promise) => {
    const attempts = (gateway: TestGateway, address: string, count: number) =>
      times(count, () => from(gateway, address, `tk_test_${'wrong'.repeat(8)}`).get('/health'));

    promise(
      [...['AUTH-6'], ...['AUTH-7', 'LIMIT-3']],
      '429 too_many_attempts from the 11th invalid key of an hour on; a valid key still works',
      async (gateway, t) => {
        const forward = holdTime(t);
        const address = '198.51.100.20';
        for (const response of await attempts(gateway, address, 10)) assertError(response, 401, 'invalid_api_key');
        const [refused] = await attempts(gateway, address, 1);
        assertError(refused!, 429, 'too_many_attempts');
        assert.equal(refused!.json.retry_after, 3600);
        for (const key of ['x', `tk_live_${'a'.repeat(43)}`, `${gateway.testKey}x`]) {
          assertError(await from(gateway, address, key).get('/health'), 429, 'too_many_attempts');
        }
        assertSuccess(await from(gateway, address).get('/health'), 200);
        assertError(await from(gateway, address, null).get('/health'), 401, 'missing_api_key');
        assertError((await attempts(gateway, '198.51.100.21', 1))[0]!, 401, 'invalid_api_key');
        forward(3599);
        assertError((await attempts(gateway, address, 1))[0]!, 429, 'too_many_attempts');
        forward(1);
        for (const response of await attempts(gateway, address, 10)) assertError(response, 401, 'invalid_api_key');
        assertError((await attempts(gateway, address, 1))[0]!, 429, 'too_many_attempts');
      },
    );

    promise(
      ['AUTH-8', 'AUTH-6'],
      'requests without a key, with a valid key or with an inactive key are not counted as attempts',
      async (gateway) => {
        const address = '198.51.100.22';
        const { website, testKey } = await gateway.newWebsite();
        await changeWebsite(gateway.store.db, website.id, { isActive: false });
        for (let i = 0; i < 12; i++) {
          assertError(await from(gateway, address, null).get('/health'), 401, 'missing_api_key');
          assertError(await from(gateway, address, '').get('/health'), 401, 'missing_api_key');
          assertError(await from(gateway, address, testKey).get('/health'), 403, 'website_inactive');
          assertSuccess(await from(gateway, address).get('/health'), 200);
        }
        for (const response of await attempts(gateway, address, 10)) assertError(response, 401, 'invalid_api_key');
        assertError((await attempts(gateway, address, 1))[0]!, 429, 'too_many_attempts');
      },
    );

    promise(['AUTH-6', 'LIMIT-6'], '429 counts attempts of a /64 together, on every path', async (gateway) => {
      const paths = ['/payments', '/events', '/health', '/payments/1', '/exchange-rate'];
      for (let i = 0; i < 10; i++) {
        const response = await from(gateway, `2001:db8:7:7::${i}`, 'wrong').get(paths[i % paths.length]!);
        assertError(response, 401, 'invalid_api_key');
      }
      assertError(await from(gateway, '2001:db8:7:7:f::', 'wrong').get('/health'), 429, 'too_many_attempts');
    });
  },
  { settings: { INVALID_KEY_LIMIT_PER_HOUR: '10', TRUST_PROXY: '127.0.0.1' } },
);
