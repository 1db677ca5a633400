import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, it } from 'node:test';
import { type MovingClock, movingClock } from '../contract/moving-clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type Received, type Receiver, startReceiver, status } from '../support/receiver.ts';
import { attempted, finishedPayment, newShop, type Shop } from '../support/webhooks.ts';
import { changeWebsite } from '../support/websites.ts';

onBothEngines('a website that changes between attempts', (engine) => {
  let receiver: Receiver;
  let gateway: TestGateway;
  let clock: MovingClock;
  before(async () => {
    receiver = await startReceiver();
    clock = movingClock('2030-01-01T00:00:00Z');
    gateway = await startTestGateway(engine, { settings: receiver.settings, clock: clock.now });
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  const shopWithFailedAttempt = async (path: string): Promise<{ shop: Shop; id: string }> => {
    receiver.script(path, status(500), status(200));
    const shop = await newShop(gateway, `${receiver.origin}${path}`);
    const id = await finishedPayment(shop.api);
    await attempted(gateway, id, { attempts: 1 });
    return { shop, id };
  };
  const isSignedWith = (received: Received | undefined, secret: string) =>
    createHmac('sha256', secret)
      .update(received?.body ?? '')
      .digest('hex') === received?.headers['x-gateway-signature'];
  /** A change takes effect within ten seconds. Further events show when this node has seen it. */
  const seen = (name: string, shop: Shop, isSeen: () => boolean) =>
    until(name, async () => {
      await attempted(gateway, await finishedPayment(shop.api));
      return isSeen();
    });

  it('gets the next attempt at its new callback URL', async () => {
    const { shop, id } = await shopWithFailedAttempt('/old');
    await changeWebsite(gateway.store.db, shop.websiteId, { callbackUrl: `${receiver.origin}/new` });
    await seen('events go to the new address', shop, () => receiver.received('/new').length > 0);
    clock.forward(33);
    const delivery = await attempted(gateway, id);
    assert.deepEqual([delivery.status, delivery.url], ['delivered', `${receiver.origin}/new`]);
    const [first] = receiver.received('/old');
    const retry = receiver.received('/new').find(({ body }) => body.includes(id));
    assert.deepEqual(retry?.body, first?.body);
    assert.equal(retry?.headers['x-gateway-signature'], first?.headers['x-gateway-signature']);
  });

  it('gets no attempt without a callback URL: the delivery ends as refused, with the reason', async () => {
    // Wait by the system's clock, because only time shows that this node has seen the change.
    const settings = { ...receiver.settings, WEBHOOK_RETRY_SECONDS: '0,4,0' };
    const timed = await startTestGateway(engine, { settings });
    try {
      receiver.script('/removed', status(500));
      const shop = await newShop(timed, `${receiver.origin}/removed`);
      const id = await finishedPayment(shop.api);
      await attempted(timed, id, { attempts: 1 });
      const before = receiver.received('/removed').length;
      await changeWebsite(timed.store.db, shop.websiteId, { callbackUrl: null });
      const delivery = await attempted(timed, id);
      assert.deepEqual([delivery.status, delivery.tries.length], ['refused', 2]);
      assert.match(delivery.lastError ?? '', /no callback URL/);
      assert.deepEqual([delivery.tries[1]?.statusCode, delivery.tries[1]?.responseStart], [null, null]);
      assert.equal(receiver.received('/removed').length, before);
    } finally {
      await timed.stop();
    }
  });

  // Contract: WEBHOOK-21
  it('signs with a rotated secret from the next attempt on', async () => {
    const { shop, id } = await shopWithFailedAttempt('/rolled');
    assert.ok(isSignedWith(receiver.received('/rolled')[0], shop.secret));
    const rolled = await gateway.store.operator.rotateWebhookSecret({ id: shop.websiteId });
    assert.match(rolled?.webhookSecret ?? '', /^whsec_[0-9A-Za-z]{32,}$/);
    assert.notEqual(rolled?.webhookSecret, shop.secret);
    const isNew = () => isSignedWith(receiver.received('/rolled').at(-1), rolled?.webhookSecret ?? '');
    await seen('the new secret signs', shop, isNew);
    clock.forward(33);
    await attempted(gateway, id);
    const retry = receiver.received('/rolled').at(-1);
    assert.ok(retry?.body.includes(id));
    assert.ok(isNew());
  });

  it('signs with the old secret until the set time, and with the new one from then on', async () => {
    receiver.script('/later', status(200));
    const shop = await newShop(gateway, `${receiver.origin}/later`);
    const rolled = await gateway.store.operator.rotateWebhookSecret({ id: shop.websiteId, afterSeconds: 86_400 });
    const signedBy = async () => {
      await attempted(gateway, await finishedPayment(shop.api));
      const last = receiver.received('/later').at(-1);
      return [shop.secret, rolled?.webhookSecret ?? ''].map((secret) => isSignedWith(last, secret));
    };
    assert.deepEqual(await signedBy(), [true, false]);
    clock.forward(86_399.999999);
    assert.deepEqual(await signedBy(), [true, false]);
    clock.forward(0.000001);
    assert.deepEqual(await signedBy(), [false, true]);
    // The secret is rotated again: the second secret signs until the third one takes effect.
    const third = await gateway.store.operator.rotateWebhookSecret({ id: shop.websiteId, afterSeconds: 60 });
    assert.deepEqual(await signedBy(), [false, true]);
    clock.forward(60);
    await until('the third secret signs', async () => {
      await attempted(gateway, await finishedPayment(shop.api));
      return isSignedWith(receiver.received('/later').at(-1), third?.webhookSecret ?? '');
    });
  });

  it('has no secret in the store as plain text', async () => {
    const shop = await newShop(gateway, `${receiver.origin}/sealed`);
    const rolled = await gateway.store.operator.rotateWebhookSecret({ id: shop.websiteId, afterSeconds: 60 });
    const rows = JSON.stringify(await gateway.store.db.query('SELECT * FROM websites WHERE id = $1', [shop.websiteId]));
    for (const secret of [shop.secret, rolled?.webhookSecret ?? 'none']) {
      assert.ok(!rows.includes(secret.slice('whsec_'.length)));
      assert.ok(!rows.includes(Buffer.from(secret).toString('base64')));
    }
  });
});
