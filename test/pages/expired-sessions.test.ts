import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { movingClock } from '../contract/moving-clock.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { CARD, newPayment, statusOf, submitTo } from './visitor.ts';

onOneEngineByDay('a session in the address of a page expires', (engine) => {
  const clock = movingClock('2027-01-01T00:00:00Z');
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway(engine, { clock: clock.now, settings: { SANDBOX_EXPIRY_SECONDS: '86400' } });
  });
  after(() => gateway.stop());

  const get = async (url: string) => {
    const response = await fetch(url, { redirect: 'manual' });
    assert.equal(response.status, 200);
    return response.text();
  };

  // Contract: PAGE-7
  it('an hour after its start: the wallet’s form starts again, without an error, and then pays', async () => {
    const payment = await newPayment(gateway, 'moncash');
    const code = await submitTo(payment.payment_url, { phone: '37000001', pin: '1234' });
    clock.forward(3_599);
    assert.match(await get(code), /name="code"/);
    clock.forward(2);
    const shown = await get(code);
    assert.match(shown, /name="phone"/);
    assert.doesNotMatch(shown, /37000001|role="alert"/);
    const next = await submitTo(code, { code: '123456' });
    assert.equal(await statusOf(gateway, payment), 'processing');
    assert.doesNotMatch(await get(next), /role="alert"/);
    await submitTo(await submitTo(next, { phone: '37000001', pin: '1234' }), { code: '123456' });
    assert.equal(await statusOf(gateway, payment), 'completed');
  });

  it('in the widget too, which gets the client secret from the page around it again', async () => {
    const { client_secret, publishable_key, ...payment } = await newPayment(gateway, 'card');
    const opening = `${gateway.url}/widget/v1/card/session`;
    const form = await submitTo(opening, { client_secret, publishable_key });
    assert.match(await get(form), /name="number"/);
    clock.forward(3_601);
    assert.match(await get(form), /data-opens/, 'an expired address must show nothing of the payment');
    assert.doesNotMatch(await get(form), new RegExp(payment.transaction_id));
    assert.match(await get(await submitTo(form, { ...CARD })), /data-opens/);
    assert.equal(await statusOf(gateway, payment), 'pending');
    await submitTo(await submitTo(opening, { client_secret, publishable_key }), { ...CARD });
    assert.equal(await statusOf(gateway, payment), 'completed');
  });
});
