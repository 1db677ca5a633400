import assert from 'node:assert/strict';
import { API_BASE } from '../../src/api/api-base.ts';
import { type OpenApiDocument, operations } from '../../src/api/openapi/document.ts';
import type { KeyFields } from '../../src/features/websites/key-rules.ts';
import { requireApiKey } from '../../src/features/websites/key-verbs.ts';
import { KEY_SCOPES } from '../../src/features/websites/store/api-keys.ts';
import { paymentRequest, type TestGateway, until } from '../support/gateway.ts';
import { movingClock } from './moving-clock.ts';
import { contractSuite } from './promise.ts';
import { assertError, assertSuccess, created } from './shapes.ts';

const UNKNOWN = '/payments/915840412345678';

/** Every endpoint, by the scope that it needs. */
const ENDPOINTS = {
  read: [
    ['GET', '/payments'],
    ['GET', UNKNOWN],
    ['GET', '/payments/reference/order-1'],
    ['HEAD', '/payments'],
    ['HEAD', UNKNOWN],
    ['HEAD', '/payments/reference/order-1'],
    ['HEAD', '/events'],
    ['POST', `${UNKNOWN}/verify`],
    ['GET', '/events'],
    ['GET', '/api/checkout/v1/sessions/none'],
    ['GET', '/api/links/v1/links'],
    ['GET', '/api/links/v1/links/none'],
    ['GET', '/api/refunds/v1/refunds'],
    ['GET', '/api/refunds/v1/refunds/one'],
    ['GET', '/api/refunds/v1/feed'],
    ['GET', '/api/refunds/v1/disputes'],
    ['GET', '/api/checkout/v1/requests'],
  ],
  create: [
    ['POST', '/payments'],
    ['POST', `/test_helpers${UNKNOWN}/complete`],
    ['POST', `/test_helpers${UNKNOWN}/fail`],
    ['POST', '/api/checkout/v1/sessions'],
    ['POST', '/api/checkout/v1/sessions/none/cancel'],
    ['POST', '/api/links/v1/links'],
    ['POST', '/api/links/v1/links/none/deactivate'],
    ['POST', '/api/links/v1/links/none/picture'],
    ['POST', '/api/links/v1/links/none/picture/remove'],
  ],
  refund: [['PUT', '/api/refunds/v1/refunds/one']],
  any: [
    ['GET', '/exchange-rate'],
    ['GET', '/health'],
    ['GET', '/api/checkout/v1/website'],
    ['HEAD', '/exchange-rate'],
    ['HEAD', '/health'],
  ],
} as const;

const ADDRESS = 'This API key is not accepted from this address.';

/** A path below `/api/gateway/v1`, or the whole address of one of another API. */
function at(gateway: TestGateway, path: string): string {
  return path.startsWith('/api/') ? gateway.url + path : path;
}

async function limited(gateway: TestGateway, limits: KeyFields) {
  const { website } = await gateway.newWebsite();
  return gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test', ...limits });
}

const clock = movingClock('2026-05-01T12:00:00Z');

contractSuite(
  'limited keys',
  (promise) => {
    promise(['AUTH-16'], 'each documented endpoint needs one of the scopes, or any', async (gateway) => {
      const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
      const listed = Object.values(ENDPOINTS)
        .flat()
        .map(([method, path]) => `${method} ${path.startsWith('/api/') ? path : `${API_BASE}${path}`}`);
      const missing = operations(document)
        .map(({ method, path, operation }) => {
          const { url } = (operation.servers ?? document.servers)[0]!;
          return `${method.toUpperCase()} ${new URL(url).pathname}${path}`;
        })
        .filter((documented) => {
          const pattern = new RegExp(`^${documented.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
          return !listed.some((each) => pattern.test(each));
        });
      assert.deepEqual(missing, [], 'list these endpoints in ENDPOINTS of this file, under the scope that they need');
    });

    promise(
      ['AUTH-15', 'AUTH-16', 'AUTH-5'],
      '403 action_not_allowed for exactly the endpoints that a scope does not cover, before the request is validated',
      async (gateway) => {
        for (const scopes of [['read'], ['create'], ['refund'], ['read', 'create'], ['create', 'refund']] as const) {
          const api = gateway.client((await limited(gateway, { scopes })).text);
          const has = scopes.length === 1 ? `the scope ${scopes[0]}` : `the scopes ${scopes.join(' and ')}`;
          for (const other of KEY_SCOPES.filter((scope) => !scopes.some((own) => own === scope))) {
            const message = `This API key has ${has} only, and this call needs the scope ${other}.`;
            for (const [method, path] of ENDPOINTS[other]) {
              const body = method === 'POST' || method === 'PUT' ? '{broken' : undefined;
              const refused = await api.request(method, at(gateway, path), body);
              if (method === 'HEAD') assert.deepEqual([refused.status, refused.text], [403, ''], path);
              else assertError(refused, 403, 'action_not_allowed', { message });
            }
          }
          for (const [method, path] of [...scopes.flatMap((scope) => [...ENDPOINTS[scope]]), ...ENDPOINTS.any]) {
            const { status, text } = await api.request(method, at(gateway, path));
            assert.ok([200, 404, 422].includes(status), `${scopes}: ${method} ${path}: ${text}`);
          }
        }
      },
    );

    promise(['AUTH-15'], '201 with the scope create, and with all scopes everything', async (gateway) => {
      const creates = gateway.client((await limited(gateway, { scopes: ['create'] })).text);
      await created(creates);
      const all = gateway.client((await limited(gateway, { scopes: ['create', 'refund', 'read'] })).text);
      const { transaction_id } = await created(all);
      assertSuccess(await all.get(`/payments/${transaction_id}`), 200);
    });

    promise(
      ['AUTH-14', 'AUTH-5'],
      '403 action_not_allowed from an address that is not allowed, as the trusted proxy reports it',
      async (gateway) => {
        const addresses = ['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48', '2001:db8:2::5'];
        const { text } = await limited(gateway, { addresses });
        const statusFrom = async (address: string) =>
          (await gateway.client(text, { 'x-forwarded-for': address }).get('/health')).status;
        const good = ['203.0.113.7', '198.51.100.200', '::ffff:203.0.113.7', '2001:db8:1:ffff::1', '2001:DB8:2:0::5'];
        for (const address of good) assert.equal(await statusFrom(address), 200, address);
        const bad = ['203.0.113.8', '198.51.101.1', '2001:db8:3::1', '2001:db8:2::6', 'nonsense', '::ffff:203.0.113.8'];
        for (const address of bad) assert.equal(await statusFrom(address), 403, address);
        // An address is recognized with a port or in brackets. An unknown address is on no list, and does not count as the proxy's.
        for (const address of ['203.0.113.7:4711', '[2001:db8:2::5]:4711'])
          assert.equal(await statusFrom(address), 200, address);
        const ofProxy = gateway.client((await limited(gateway, { addresses: ['127.0.0.1'] })).text, {
          'x-forwarded-for': '?',
        });
        assertError(await ofProxy.get('/health'), 403, 'action_not_allowed', { message: ADDRESS });
        // Addresses that the client sent itself, before the one that the proxy adds, do not count.
        assert.equal(await statusFrom('203.0.113.7, 192.0.2.1'), 403);
        const refused = await gateway
          .client(text, { 'x-forwarded-for': '192.0.2.1' })
          .post('/payments', paymentRequest());
        assertError(refused, 403, 'action_not_allowed', { message: ADDRESS });
      },
    );

    promise(
      ['AUTH-13', 'AUTH-4'],
      '401 invalid_api_key from the moment a key expires, and 200 again once its expiry is removed',
      async (gateway) => {
        const { apiKey, text } = await limited(gateway, { expiresAtUs: clock.now() + 3_600_000_000 });
        const api = gateway.client(text);
        assertSuccess(await api.get('/health'), 200);
        clock.forward(3_600);
        await until('the key is refused', async () => (await api.get('/health')).status === 401);
        assertError(await api.get('/health'), 401, 'invalid_api_key', { message: 'Invalid API key' });
        await gateway.store.operator.changeApiKey(apiKey.id, { expiresAtUs: null });
        assertSuccess(await api.get('/health'), 200);
      },
    );

    promise(['AUTH-11'], '403 and 200 within ten seconds of a change of limits, for a key in use', async (gateway) => {
      const [elsewhere, anywhere] = [{ addresses: ['192.0.2.1'] }, { addresses: null }];
      const change = async (before: KeyFields, first: number, after: KeyFields, then: number) => {
        const { apiKey, text } = await limited(gateway, before);
        const api = gateway.client(text);
        assert.equal((await api.get('/health')).status, first);
        await gateway.store.operator.changeApiKey(apiKey.id, after);
        await until(`a ${then}`, async () => (await api.get('/health')).status === then, 10_000);
      };
      await Promise.all([change(anywhere, 200, elsewhere, 403), change(elsewhere, 403, anywhere, 200)]);
    });

    promise(['AUTH-5'], '403 for an inactive key comes before its limits', async (gateway) => {
      const { apiKey, text } = await limited(gateway, { addresses: ['192.0.2.1'], scopes: ['create'] });
      await gateway.store.operator.setApiKeyActive(apiKey.id, false);
      assertError(await gateway.client(text).get('/payments'), 403, 'api_key_inactive');
    });

    promise(
      ['AUTH-14'],
      '403 does not count as a use of a key; 200 does, and is recorded a while later',
      async (gateway) => {
        const { apiKey, text } = await limited(gateway, { addresses: ['192.0.2.1'] });
        const used = await limited(gateway, {});
        const lastUsed = async (id: string) => (await requireApiKey(gateway.store.db, id)).lastUsedAtUs;
        assertError(await gateway.client(text).get('/health'), 403, 'action_not_allowed');
        assertSuccess(await gateway.client(used.text).get('/health'), 200);
        await until('its use is noted', async () => (await lastUsed(used.apiKey.id)) !== null);
        assert.equal(await lastUsed(used.apiKey.id), clock.now());
        assert.equal(await lastUsed(apiKey.id), null);
      },
    );
  },
  { clock: clock.now, settings: { TRUST_PROXY: '127.0.0.1,::1' } },
);
