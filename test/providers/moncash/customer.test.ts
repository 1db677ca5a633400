import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type MoncashSimulator, startMoncashSimulator } from '../../../simulators/moncash/moncash-simulator.ts';
import { send } from '../../support/drivers/send.ts';
import { onOneEngineByDay } from '../../support/engines.ts';
import {
  type Client,
  freePort,
  paymentRequest,
  startTestGateway,
  type TestGateway,
  until,
} from '../../support/gateway.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

onOneEngineByDay("a customer on MonCash's page", (engine) => {
  let gateway: TestGateway;
  let simulator: MoncashSimulator;
  let api: Client;
  before(async () => {
    const port = await freePort();
    simulator = await startMoncashSimulator({ gatewayUrl: `http://127.0.0.1:${port}` });
    gateway = await startTestGateway(engine, { settings: { ...simulator.settings, PORT: String(port) } });
    api = gateway.client(gateway.liveKey);
  });
  after(async () => {
    await gateway.stop();
    await simulator.stop();
  });

  const create = async (changes: Record<string, unknown> = {}) => {
    const response = await api.post('/payments', paymentRequest(changes));
    assert.equal(response.status, 201, response.text);
    return response.json as { transaction_id: string; payment_url: string; amount: string };
  };
  /** Follows the payment's link. Returns the address of MonCash's page, and the headers of the browser, which has stored a cookie. */
  const follow = async (link: string) => {
    const { status, headers } = await send(link, { headers: BROWSER });
    assert.equal(status, 303);
    const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
    return { page: headers.get('location') ?? '', headers: { ...BROWSER, cookie } };
  };
  const submit = async (page: string, fields: Record<string, string>) =>
    send(page, {
      method: 'POST',
      headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  /** Enters number, PIN and code. Returns the address to which the browser is sent. */
  const pay = async (page: string) => {
    const { text } = await submit(page, { step: 'pay', phone: '37007294', pin: '1234' });
    const session = /name="session" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const { status, headers } = await submit(page, { step: 'send', session, code: '123456' });
    assert.equal(status, 302);
    return headers.get('location') ?? '';
  };
  const read = async (id: string) => (await api.get(`/payments/${id}`)).json.data;
  const events = async (id: string) =>
    (await gateway.store.db.query('SELECT kind FROM events WHERE payment_id = $1', [Number(id)])).length;

  for (const alert of ['never', 'before', 'after', 'twice'] as const) {
    it(`pays, comes back twice and sees the result, whether MonCash alerts us or not (${alert})`, async () => {
      simulator.faults.reports = alert;
      const alertsBefore = simulator.sentAlerts().length;
      const { transaction_id: id, payment_url } = await create({ reference: 'ORDER-9', amount: 73519 });
      const { page, headers } = await follow(payment_url);
      const back = await pay(page);
      const returns = await Promise.all([send(back, { headers }), send(back, { headers })]);
      for (const { status, text } of returns) {
        assert.equal(status, 200);
        assert.match(text, /Peman an reyisi/);
        // The numbers in MonCash's return can be guessed, so its page shows neither the order nor the address of the payment.
        assert.doesNotMatch(text, /ORDER-9|73.?519|HTG|\/pay\//);
      }
      assert.equal((await read(id)).status, 'completed');
      const alerts = { never: 0, before: 1, after: 1, twice: 2 }[alert];
      await until('each alert has a response', () => simulator.sentAlerts().length === alertsBefore + alerts);
      for (const { status } of simulator.sentAlerts().slice(alertsBefore)) assert.equal(status, 200);
      assert.equal(await events(id), 1);
    });
  }

  it('closes the browser after paying, and the alert completes the payment', async () => {
    simulator.faults.reports = 'after';
    const { transaction_id: id, payment_url } = await create();
    await pay((await follow(payment_url)).page);
    await until('it is completed', async () => (await read(id)).status === 'completed');
  });

  it('sees the result also at the alert address, if the two addresses are swapped in the portal', async () => {
    simulator.faults.reports = 'never';
    const { transaction_id: id, payment_url } = await create();
    const { page, headers } = await follow(payment_url);
    const back = (await pay(page)).replace('/return?', '/alert?');
    assert.match((await send(back, { headers })).text, /Peman an reyisi/);
    assert.equal((await read(id)).status, 'completed');
  });

  it('pays a failed payment, and sees that on the page', async () => {
    simulator.faults.reports = 'never';
    const { transaction_id: id, payment_url } = await create();
    const { headers } = await follow(payment_url);
    await gateway.store.db.transaction((tx) =>
      tx.query('UPDATE payments SET expires_at_us = created_at_us WHERE id = $1', [Number(id)]),
    );
    assert.equal((await api.post(`/payments/${id}/verify`)).json.data.status, 'failed');
    await simulator.pay(id);
    const { text } = await send(simulator.returnUrl(id), { headers });
    assert.match(text, /Peman an rive twò ta.*Pa peye ankò/s);
    assert.equal((await read(id)).status, 'failed');
  });

  it('pays whole gourdes: dollars are rounded up to whole gourdes, and centimes are refused', async () => {
    const { transaction_id: id, amount } = await create({ amount: 9.99, currency: 'USD' });
    assert.equal(amount, '1304.00');
    assert.equal(simulator.book().find(({ reference }) => reference === id)?.amountMinor, 130_400);
    assert.equal((await api.post('/payments', paymentRequest({ amount: 500.5 }))).status, 422);
  });
});
