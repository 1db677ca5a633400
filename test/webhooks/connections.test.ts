import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { hang, type Receiver, resetBeforeHeaders, startReceiver, status } from '../support/receiver.ts';
import { attempted, finishedPayment, newShop } from '../support/webhooks.ts';

onOneEngineByDay('connections to receivers', (engine) => {
  let receiver: Receiver;
  let gateway: TestGateway;
  before(async () => {
    receiver = await startReceiver();
    gateway = await startTestGateway(engine, { settings: { ...receiver.settings, WEBHOOK_RETRY_SECONDS: '0,3600' } });
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  it('keeps a connection for the next event', async () => {
    const shop = await newShop(gateway, `${receiver.origin}/kept`);
    const before = receiver.connections();
    for (let count = 0; count < 5; count++) await attempted(gateway, await finishedPayment(shop.api));
    assert.ok(receiver.connections() - before <= 1, String(receiver.connections() - before));
  });

  it('if an open connection proves dead, sends again at once on a new connection: both together are one attempt', async () => {
    const shop = await newShop(gateway, `${receiver.origin}/dead`);
    // Several idle connections. The receiver closes each one when the next request arrives on it.
    receiver.script('/dead', (response) => setTimeout(() => response.end(), 50));
    await Promise.all(Array.from({ length: 12 }, () => finishedPayment(shop.api))).then((ids) =>
      Promise.all(ids.map((id) => attempted(gateway, id))),
    );
    const known = new Set(receiver.received().map((request) => request.connection));
    assert.ok(known.size > 1, `${known.size} connections`);
    receiver.script('/dead', (response, request) => {
      const { connection } = receiver.received('/dead').at(-1)!;
      if (known.has(connection)) resetBeforeHeaders(response, request);
      else status(200)(response, request);
    });
    const count = receiver.received('/dead').length;
    // The events follow one another while several connections are dead: the second request must not use another dead connection.
    const ids: string[] = [];
    for (let event = 0; event < Math.min(known.size - 1, 4); event++) {
      const id = await finishedPayment(shop.api);
      const delivery = await attempted(gateway, id, { attempts: 1 });
      assert.deepEqual([delivery.status, delivery.attempts], ['delivered', 1], delivery.lastError ?? '');
      assert.equal(delivery.tries.length, 1);
      ids.push(id);
    }
    const tried = receiver.received('/dead').slice(count);
    assert.ok(tried.length > ids.length, 'no dead connection was tried');
  });

  it('counts a new connection that breaks as a failed attempt', async () => {
    receiver.disconnect();
    const shop = await newShop(gateway, `${receiver.origin}/fresh`);
    receiver.script('/fresh', resetBeforeHeaders, status(200));
    const delivery = await attempted(gateway, await finishedPayment(shop.api), { attempts: 1 });
    assert.deepEqual([delivery.status, delivery.tries.length], ['pending', 1]);
    assert.equal(receiver.received('/fresh').length, 1);
  });

  it('does not wait for other shops on the same host: many shops of one platform hang, and one gets its event', async () => {
    const hanging = await Promise.all(
      Array.from({ length: 40 }, (_, index) => newShop(gateway, `${receiver.origin}/platform/${index}`)),
    );
    for (const index of hanging.keys()) receiver.script(`/platform/${index}`, hang);
    await Promise.all(hanging.map((shop) => finishedPayment(shop.api)));
    const healthy = await newShop(gateway, `${receiver.origin}/platform/healthy`);
    const delivery = await attempted(gateway, await finishedPayment(healthy.api));
    assert.equal(delivery.status, 'delivered');
    assert.ok((delivery.deliveredAtUs ?? 0) - delivery.eventAtUs < 1_500_000);
    receiver.disconnect();
  });
});
