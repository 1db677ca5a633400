import assert from 'node:assert/strict';
import { setApiKeyDeactivated } from '../../src/features/websites/store/api-keys.ts';
import { paymentRequest, type TestGateway, until } from '../support/gateway.ts';
import { changeWebsite } from '../support/websites.ts';
import { movingClock } from './moving-clock.ts';
import { contractSuite } from './promise.ts';
import { assertError, assertSuccess, created } from './shapes.ts';

/** Every endpoint, the sandbox's helpers too. */
const ENDPOINTS = [
  ['POST', '/payments'],
  ['GET', '/payments'],
  ['GET', '/payments/915840412345678'],
  ['GET', '/payments/reference/order-1'],
  ['POST', '/payments/915840412345678/verify'],
  ['GET', '/events'],
  ['GET', '/exchange-rate'],
  ['GET', '/health'],
  ['POST', '/test_helpers/payments/915840412345678/complete'],
  ['POST', '/test_helpers/payments/915840412345678/fail'],
] as const;

/** A test key of a new website. No request has used it yet, so no node remembers it. */
async function freshKey(gateway: TestGateway) {
  const { website } = await gateway.newWebsite();
  const { apiKey, text } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
  return { website, apiKey, api: gateway.client(text), text };
}

const deactivateKey = (gateway: TestGateway, id: string) =>
  gateway.store.db.transaction((tx) => setApiKeyDeactivated(tx, id, gateway.store.clock()));
const deactivateWebsite = (gateway: TestGateway, id: string) =>
  changeWebsite(gateway.store.db, id, { isActive: false });

contractSuite('authentication', (promise) => {
  promise(['AUTH-1', 'AUTH-3'], '401 without a key, on every endpoint', async (gateway) => {
    for (const [method, path] of ENDPOINTS) {
      for (const headers of [
        {},
        { 'x-api-key': '' },
        { 'x-api-key': '  ' },
        { authorization: `Bearer ${gateway.testKey}` },
      ]) {
        const response = await gateway.client(null).request(method, path, undefined, headers);
        assertError(response, 401, 'missing_api_key', { message: 'API key is required' });
      }
    }
    assertError(await gateway.client(null).get(`/health?api_key=${gateway.testKey}`), 401, 'missing_api_key');
  });

  promise(['AUTH-4', 'AUTH-1'], '401 with an invalid key, on every endpoint', async (gateway) => {
    for (const [method, path] of ENDPOINTS) {
      const response = await gateway.client('tk_test_unknown').request(method, path);
      assertError(response, 401, 'invalid_api_key', { message: 'Invalid API key' });
    }
    const { testKey } = gateway;
    const keys = [
      ...[
        testKey.slice(0, -1),
        `${testKey}x`,
        testKey.replace('tk_test_', 'tk_live_'),
        testKey.replace('tk_test_', ''),
      ],
      ...[
        testKey.toUpperCase(),
        `Bearer ${testKey}`,
        `${testKey},${testKey}`,
        `tk_test_${'0'.repeat(43)}`,
        '0',
        "' OR 1=1 --",
      ],
      ...['tk_test_', 'tk_live_', 'x'.repeat(8_000), 'tk_test_\u00e9\u00ff'],
    ];
    for (const key of keys) assertError(await gateway.client(key).get('/health'), 401, 'invalid_api_key');
  });

  promise(['AUTH-2', 'AUTH-1'], '200 with test and live keys, whose prefixes show their mode', async (gateway) => {
    assert.match(gateway.testKey, /^tk_test_[0-9A-Za-z]{32,}$/);
    assert.match(gateway.liveKey, /^tk_live_[0-9A-Za-z]{32,}$/);
    for (const key of [gateway.testKey, gateway.liveKey]) assertSuccess(await gateway.client(key).get('/health'), 200);
    const upperCase = await gateway.client(null, { 'X-API-KEY': gateway.testKey }).get('/health');
    assertSuccess(upperCase, 200);
  });

  promise(
    ['AUTH-5', 'AUTH-1'],
    '403 api_key_inactive with a deactivated key, on every endpoint; other keys of the website still work',
    async (gateway) => {
      const { website, apiKey, api } = await freshKey(gateway);
      const { text: sibling } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'test' });
      await deactivateKey(gateway, apiKey.id);
      for (const [method, path] of ENDPOINTS) assertError(await api.request(method, path), 403, 'api_key_inactive');
      assertSuccess(await gateway.client(sibling).get('/health'), 200);
    },
  );

  promise(
    ['AUTH-5', 'AUTH-1'],
    '403 website_inactive with any key of a deactivated website, on every endpoint',
    async (gateway) => {
      const { website, testKey, liveKey } = await gateway.newWebsite();
      await deactivateWebsite(gateway, website.id);
      for (const [method, path] of ENDPOINTS) {
        for (const key of [testKey, liveKey]) {
          assertError(await gateway.client(key).request(method, path), 403, 'website_inactive');
        }
      }
      assertSuccess(await gateway.api.get('/health'), 200);
    },
  );

  promise(
    ['REQUEST-25', 'REQUEST-26'],
    '401 comes before an inactive website, and 403 for an inactive key or website before what the key may do',
    async (gateway) => {
      const { website, apiKey, text } = await freshKey(gateway);
      const { text: live } = await gateway.store.operator.createApiKey({ websiteId: website.id, mode: 'live' });
      await deactivateWebsite(gateway, website.id);
      assertError(await gateway.client(`${text}x`).get('/events'), 401, 'invalid_api_key');
      assertError(await gateway.client(live).get('/events'), 403, 'website_inactive');
      const helper = '/test_helpers/payments/1/fail';
      assertError(await gateway.client(live).post(helper, '{broken'), 403, 'website_inactive');
      await deactivateKey(gateway, apiKey.id);
      assertError(await gateway.client(text).post('/payments', '{broken'), 403, 'api_key_inactive');
    },
  );

  promise(
    ['AUTH-11'],
    '403, 401, 400 and 201 within ten seconds of a change, also for keys in use',
    async (gateway) => {
      const [key, site, method, rolled, back] = await Promise.all(Array.from({ length: 5 }, () => freshKey(gateway)));
      for (const each of [key, site, method, rolled]) assertSuccess(await each!.api.get('/health'), 200);
      await deactivateKey(gateway, back!.apiKey.id);
      await deactivateWebsite(gateway, back!.website.id);
      assertError(await back!.api.get('/health'), 403, 'api_key_inactive');
      await gateway.store.db.transaction((tx) => setApiKeyDeactivated(tx, back!.apiKey.id, null));
      await changeWebsite(gateway.store.db, back!.website.id, { isActive: true });

      await deactivateKey(gateway, key!.apiKey.id);
      await deactivateWebsite(gateway, site!.website.id);
      await changeWebsite(gateway.store.db, method!.website.id, { methods: ['card'] });
      const renewed = await gateway.store.operator.rotateApiKey({ id: rolled!.apiKey.id, overlapSeconds: 0 });
      assertSuccess(await gateway.client(renewed!.text).get('/health'), 200);

      const respondsSoon = (api: typeof gateway.api, status: number) =>
        until(`a ${status}`, async () => (await api.post('/payments', paymentRequest())).status === status);
      await Promise.all([
        respondsSoon(key!.api, 403),
        respondsSoon(site!.api, 403),
        respondsSoon(method!.api, 400),
        respondsSoon(rolled!.api, 401),
        respondsSoon(back!.api, 201),
      ]);
    },
  );
});

const clock = movingClock('2026-05-01T12:00:00Z');

contractSuite(
  'rotated keys',
  (promise) => {
    promise(
      ['AUTH-10', 'AUTH-4'],
      "401 with a key's old text once the overlap is over, and not before",
      async (gateway) => {
        const { apiKey, api: old } = await freshKey(gateway);
        const { text } = (await gateway.store.operator.rotateApiKey({ id: apiKey.id, overlapSeconds: 3600 }))!;
        const { transaction_id } = await created(old);
        clock.forward(3599);
        assertSuccess(await old.get(`/payments/${transaction_id}`), 200);
        clock.forward(1);
        await until('the old text is refused', async () => (await old.get('/health')).status === 401);
        assertError(await old.get('/health'), 401, 'invalid_api_key');
        assertSuccess(await gateway.client(text).get(`/payments/${transaction_id}`), 200);
      },
    );

    promise(
      ['AUTH-10'],
      '401 at once with an old text that was not in use, once its key is rotated without overlap',
      async (gateway) => {
        const { apiKey, api: old } = await freshKey(gateway);
        await gateway.store.operator.rotateApiKey({ id: apiKey.id, overlapSeconds: 3600 });
        const { text } = (await gateway.store.operator.rotateApiKey({ id: apiKey.id, overlapSeconds: 0 }))!;
        assertError(await old.get('/health'), 401, 'invalid_api_key');
        assertSuccess(await gateway.client(text).get('/health'), 200);
      },
    );
  },
  { clock: clock.now },
);
