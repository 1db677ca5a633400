import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { consolePerson } from '../support/console.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';

onOneEngineByDay('API requests in the console', (engine) => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { settings: { ROLES: 'api,console' } });
  });
  after(() => gateway?.stop());

  it('are found by the id of their response, and filtered by status, error and key', async () => {
    const path = `/websites/${gateway.website.id}/requests?mode=test`;
    const developer = await consolePerson(gateway, 'merchant_developer', { websiteIds: [gateway.website.id] });
    assert.match((await developer.get(path)).text, /No API requests in the last 14 days/);
    const api = gateway.client(gateway.testKey);
    const created = await api.post('/payments', paymentRequest());
    const refused = await api.post('/payments', { amount: 0 });
    const [made, wrong] = [created, refused].map(({ headers }) => String(headers.get('x-request-id')));
    const shows = async (query: string, shown: string, hidden: string) => {
      const { text } = await developer.get(`${path}${query}`);
      assert.ok(text.includes(shown), `${query} shows it`);
      assert.ok(!text.includes(`>${hidden}`), `${query} hides the other one`);
    };
    await until('both are listed', async () => {
      const { text } = await developer.get(path);
      return text.includes(made!) && text.includes(wrong!);
    });
    const { text } = await developer.get(path);
    assert.ok(text.includes(`/payments/${created.json.transaction_id}`), 'a link to the payment');
    await shows(`&request=${wrong}`, wrong!, made!);
    await shows('&status=4xx', wrong!, made!);
    await shows('&status=2xx', made!, wrong!);
    await shows('&error=validation_error', wrong!, made!);
    assert.match((await developer.get(`${path}&request=req_none`)).text, /No API requests match/);
    assert.match((await developer.get(path.replace('test', 'live'))).text, /No API requests in the last 14 days/);
  });

  it('are only for users who may see keys', async () => {
    const viewer = await consolePerson(gateway, 'merchant_viewer', { websiteIds: [gateway.website.id] });
    assert.equal((await viewer.get(`/websites/${gateway.website.id}/requests`)).status, 404);
    assert.doesNotMatch((await viewer.get(`/websites/${gateway.website.id}`)).text, /\/requests/);
  });
});
