import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, it } from 'node:test';
import { newWebhookSecret } from '../../src/features/websites/webhook-secrets.ts';
import { type MovingClock, movingClock } from '../contract/moving-clock.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { attempted, finishedLivePayment, finishedPayment, newShop } from '../support/webhooks.ts';

onOneEngineByDay('webhooks of test payments', (engine) => {
  let receiver: Receiver;
  let gateway: TestGateway;
  let clock: MovingClock;
  let paths = 0;
  before(async () => {
    receiver = await startReceiver();
    clock = movingClock('2030-01-01T00:00:00Z');
    gateway = await startTestGateway(engine, { settings: receiver.settings, clock: clock.now });
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  const shopWithPath = async (hasCallback = true) => {
    const path = `/${engine}/${++paths}`;
    const shop = await newShop(gateway, hasCallback ? `${receiver.origin}${path}` : null);
    return { ...shop, path, testPath: `${path}/test` };
  };
  type ShopWithPath = Awaited<ReturnType<typeof shopWithPath>>;
  const finished = {
    test: ({ api }: ShopWithPath) => finishedPayment(api),
    live: ({ websiteId }: ShopWithPath) => finishedLivePayment(gateway.store, websiteId, clock.now()),
  };
  /** The event of a new final payment, as the receiver got it. */
  const eventOf = async (shop: ShopWithPath, mode: 'test' | 'live'): Promise<Received> => {
    const id = await finished[mode](shop);
    assert.equal((await attempted(gateway, id)).status, 'delivered');
    const found = receiver.received().find(({ body }) => body.includes(id));
    assert.ok(found);
    return found;
  };
  const isSignedWith = ({ headers, body }: Received, secret: string) =>
    headers['x-gateway-signature'] === createHmac('sha256', secret).update(body).digest('hex');
  const change = (shop: ShopWithPath, changes: Parameters<typeof gateway.store.operator.changeWebsite>[1]) =>
    gateway.store.operator.changeWebsite(shop.websiteId, changes);
  /** A change takes effect within ten seconds. Events show when the worker has seen it. */
  const seen = (name: string, shop: ShopWithPath, isSeen: (event: Received) => boolean) =>
    until(name, async () => isSeen(await eventOf(shop, 'test')));

  // Contract: WEBHOOK-23
  it('name their mode, as do the events of live payments', async () => {
    const shop = await shopWithPath();
    for (const mode of ['test', 'live'] as const) {
      const event = await eventOf(shop, mode);
      assert.equal(event.headers['x-gateway-mode'], mode);
      assert.equal(event.path, shop.path);
      assert.ok(isSignedWith(event, shop.secret));
    }
  });

  // Contract: WEBHOOK-24, WEBHOOK-25
  it('go to their own URL, signed with their own secret, once the website has these; live webhooks never do', async () => {
    const shop = await shopWithPath();
    const secret = newWebhookSecret();
    await change(shop, { testCallbackUrl: `${receiver.origin}${shop.testPath}`, testSecret: secret });
    await seen('events of test payments go to the new address', shop, ({ path }) => path === shop.testPath);
    const test = await eventOf(shop, 'test');
    assert.ok(isSignedWith(test, secret) && !isSignedWith(test, shop.secret));
    const live = await eventOf(shop, 'live');
    assert.equal(live.path, shop.path);
    assert.ok(isSignedWith(live, shop.secret) && !isSignedWith(live, secret));

    // Each secret is rotated separately, with an overlap.
    const rolled = await gateway.store.operator.rotateWebhookSecret({
      id: shop.websiteId,
      mode: 'test',
      afterSeconds: 60,
    });
    assert.ok(isSignedWith(await eventOf(shop, 'test'), secret));
    clock.forward(60);
    await seen('the new secret signs', shop, (event) => isSignedWith(event, rolled.webhookSecret));
    assert.ok(isSignedWith(await eventOf(shop, 'live'), shop.secret));
    const live2 = await gateway.store.operator.rotateWebhookSecret({ id: shop.websiteId });
    await until('the new live secret signs', async () =>
      isSignedWith(await eventOf(shop, 'live'), live2.webhookSecret),
    );
    assert.ok(isSignedWith(await eventOf(shop, 'test'), rolled.webhookSecret));

    await change(shop, { testCallbackUrl: null, testSecret: null });
    await seen(
      'without their own URL and secret, test webhooks are sent like live ones',
      shop,
      ({ path }) => path === shop.path,
    );
    assert.ok(isSignedWith(await eventOf(shop, 'test'), live2.webhookSecret));
  });

  it('are delivered if the website has only a URL for them, and live webhooks are not', async () => {
    const shop = await shopWithPath(false);
    await change(shop, { testCallbackUrl: `${receiver.origin}${shop.testPath}` });
    assert.equal((await eventOf(shop, 'test')).path, shop.testPath);
    const live = await finished.live(shop);
    const rows = await gateway.store.db.query('SELECT id FROM deliveries WHERE payment_id = $1', [Number(live)]);
    assert.deepEqual(rows, []);
    await change(shop, { testCallbackUrl: '' });
    const test = await finished.test(shop);
    const later = await gateway.store.db.query('SELECT id FROM deliveries WHERE payment_id = $1', [Number(test)]);
    assert.deepEqual(later, []);
  });
});
