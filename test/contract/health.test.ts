import assert from 'node:assert/strict';
import { VERSION } from '../../src/platform/version.ts';
import { contractSuite } from './promise.ts';
import { assertError, assertKeys, assertSuccess, assertTimestamp, created } from './shapes.ts';

contractSuite('GET /health and what needs no key', (promise) => {
  promise(
    ['HEALTH-1', 'HEALTH-2', 'REQUEST-21'],
    '200 says service, version and time, without data',
    async ({ api }) => {
      const response = await api.get('/health');
      assertSuccess(response, 200);
      assertKeys(response.json, ['success', 'service', 'version', 'timestamp']);
      assert.deepEqual([response.json.service, response.json.version], ['peye', VERSION]);
      assertTimestamp(response.json.timestamp);
      assert.ok(Math.abs(Date.parse(response.json.timestamp) - Date.now()) < 60_000);
    },
  );

  promise(['HEALTH-3', 'AUTH-1'], '401 for health without a key', async (gateway) => {
    assertError(await gateway.client(null).get('/health'), 401, 'missing_api_key');
  });

  promise(
    ['REQUEST-1', 'REQUEST-2', 'REQUEST-6'],
    '200 for healthz, readyz and openapi.json without a key',
    async (gateway) => {
      const client = gateway.client(null);
      for (const path of ['/healthz', '/readyz', '/openapi.json']) {
        const response = await client.get(`${gateway.url}${path}`);
        assert.equal(response.status, 200, `${path}: ${response.text}`);
        assert.ok(response.headers.get('x-request-id'), path);
      }
      assert.deepEqual((await client.get(`${gateway.url}/healthz`)).json, { status: 'ok' });
      assert.equal((await client.get(`${gateway.url}/readyz`)).json.status, 'ready');
    },
  );

  promise(['REQUEST-1', 'REQUEST-12'], '404 below every other path', async (gateway) => {
    const paths = [
      '/v1/health',
      '/api/v1/health',
      '/health',
      '/payments',
      '/api/gateway/health',
      '/api/gateway/v2/health',
      '/api',
    ];
    for (const path of [...paths, '/API/gateway/v1/health', '//api/gateway/v1/health']) {
      assertError(await gateway.api.get(`${gateway.url}${path}`), 404, 'not_found');
    }
    for (const path of ['/', '', '/nothing', '/payment', '/health/', '/events/1', '/payments/1/refund', '/Health']) {
      const refused = await gateway.api.get(path);
      assertError(refused, 404, 'not_found');
      // The path may exist under another base.
      assert.match(refused.json.message, /refunds under \/api\/refunds\/v1\. \/docs\/api lists/);
    }
  });

  promise(['REQUEST-13'], '405 for a wrong method, with those that are allowed', async (gateway) => {
    const { transaction_id: id } = await created(gateway.api);
    const cases: Record<string, [string, string[]]> = {
      '/payments': ['GET, HEAD, POST', ['PUT', 'PATCH', 'DELETE', 'OPTIONS']],
      [`/payments/${id}`]: ['GET, HEAD', ['POST', 'PUT', 'DELETE']],
      '/payments/reference/a': ['GET, HEAD', ['POST', 'DELETE']],
      '/payments/reference/a/b': ['GET, HEAD', ['POST', 'DELETE']],
      [`/payments/${id}/verify`]: ['POST', ['GET', 'PUT', 'DELETE']],
      '/events': ['GET, HEAD', ['POST', 'DELETE']],
      '/exchange-rate': ['GET, HEAD', ['POST']],
      '/health': ['GET, HEAD', ['POST', 'OPTIONS', 'PROPFIND']],
      [`/test_helpers/payments/${id}/complete`]: ['POST', ['GET', 'PUT']],
      [`/test_helpers/payments/${id}/fail`]: ['POST', ['GET', 'PATCH']],
      [`${gateway.url}/healthz`]: ['GET, HEAD', ['POST']],
      [`${gateway.url}/readyz`]: ['GET, HEAD', ['DELETE']],
      [`${gateway.url}/openapi.json`]: ['GET, HEAD', ['PUT']],
    };
    for (const [path, [allow, methods]] of Object.entries(cases)) {
      for (const method of methods) {
        const response = await gateway.api.request(method, path, method === 'GET' ? undefined : '{}');
        assertError(response, 405, 'method_not_allowed');
        assert.equal(response.headers.get('allow'), allow, `${method} ${path}`);
      }
    }
  });

  promise(
    ['REQUEST-6'],
    '200 gives every response its own request id, even if the client sent one',
    async ({ api }) => {
      const seen = new Set<string | null>();
      for (let i = 0; i < 5; i++) {
        const response = await api.request('GET', '/health', undefined, { 'x-request-id': 'mine' });
        seen.add(response.headers.get('x-request-id'));
      }
      assert.equal(seen.size, 5);
      assert.ok(!seen.has('mine'));
    },
  );

  promise(['REQUEST-4'], '200 returns JSON whatever the client accepts', async (gateway) => {
    for (const accept of ['application/json', '*/*', 'text/html']) {
      assertSuccess(await gateway.client(gateway.testKey, { accept }).get('/health'), 200);
    }
  });
});
