import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const URLS = {
  returnUrl: 'https://shop.example/thanks?from=peye',
  callbackUrl: 'https://shop.example/live',
  testCallbackUrl: 'https://shop.example/test',
};

onOneEngineByDay('GET /api/checkout/v1/website', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine);
  });
  after(() => gateway?.stop());
  const read = (key: string | null) => gateway.client(key).get(`${gateway.url}/api/checkout/v1/website`);

  // Contract: CHECKOUT-1
  it('200 with the settings of the website in the mode of the key, and nothing else', async () => {
    const { website, testKey } = await gateway.newWebsite();
    const { id, name } = website;
    const empty = { website_id: id, name, mode: 'test', return_url: 'https://shop.example/thanks', callback_url: null };
    const methods = ['moncash', 'natcash', 'lakaypay_card', 'card'];
    assert.deepEqual((await read(testKey)).json, { success: true, data: { ...empty, methods } });
    const { operator } = gateway.store;
    await operator.changeWebsite(id, { ...URLS, methods: ['natcash', 'moncash'] });
    const fresh = async (mode: 'test' | 'live') => {
      // A new key, because keys that were used are cached for some seconds.
      const { text } = await operator.createApiKey({ websiteId: id, mode });
      return (await read(text)).json.data;
    };
    const common = { website_id: id, name, return_url: URLS.returnUrl };
    const test = { ...common, mode: 'test', methods: ['moncash', 'natcash'], callback_url: URLS.testCallbackUrl };
    assert.deepEqual(await fresh('test'), test);
    // This gateway has no live provider, so a live key can use no method.
    assert.deepEqual(await fresh('live'), { ...common, mode: 'live', methods: [], callback_url: URLS.callbackUrl });
  });

  // Contract: CHECKOUT-1
  it('401 without a key, and 403 when the website is deactivated', async () => {
    assert.equal((await read(null)).json.error, 'missing_api_key');
    const { website, testKey } = await gateway.newWebsite();
    await gateway.store.operator.changeWebsite(website.id, { isActive: false });
    assert.equal((await read(testKey)).json.error, 'website_inactive');
  });
});
