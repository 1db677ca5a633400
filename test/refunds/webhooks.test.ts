import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, it } from 'node:test';
import { verify } from '../../sdk/typescript/src/webhooks.ts';
import type { OpenApiDocument } from '../../src/api/openapi/document.ts';
import { refundIdOf } from '../../src/features/refunds/store/refund-table.ts';
import type { RefundEventKind } from '../../src/features/webhooks/event.ts';
import { type Delivery, refundDeliveryId } from '../../src/features/webhooks/store/delivery-table.ts';
import { findDelivery, listDeliveries } from '../../src/features/webhooks/store/list-deliveries.ts';
import { newWebhookSecret } from '../../src/features/websites/webhook-secrets.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { schemaCompiler } from '../support/openapi.ts';
import { hang, type Received, type Receiver, startReceiver, status } from '../support/receiver.ts';
import { finishedPayment, newShop, type Shop } from '../support/webhooks.ts';

onOneEngineByDay('webhooks of refunds', (engine) => {
  let receiver: Receiver;
  let gateway: TestGateway;
  let shops = 0;
  before(async () => {
    receiver = await startReceiver();
    gateway = await startTestGateway(engine, { settings: { ...receiver.settings, WEBHOOK_RETRY_SECONDS: '0,0,0' } });
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  const newShopWithRefunds = async () => {
    const path = `/${engine}/${++shops}`;
    const shop = await newShop(gateway, `${receiver.origin}${path}`);
    const refundPath = `${path}/refunds`;
    await gateway.store.operator.changeWebsite(shop.websiteId, {
      refundCallbackUrl: `${receiver.origin}${refundPath}`,
    });
    return { ...shop, path, refundPath };
  };
  const paid = ({ api }: Shop) => finishedPayment(api, { payment_method: 'lakaypay_card' });
  const put = async ({ api }: Shop, name: string, body: object) => {
    const put = await api.request('PUT', `${gateway.url}/api/refunds/v1/refunds/${name}`, body);
    assert.equal(put.status, 201, put.text);
  };
  const read = async ({ api }: Shop, name: string) =>
    (await api.get(`${gateway.url}/api/refunds/v1/refunds/${name}`)).json.data;
  const feed = async ({ api }: Shop, query = '') => (await api.get(`${gateway.url}/api/refunds/v1/feed${query}`)).json;
  const deliveryOf = (shop: Shop, name: string, kind: RefundEventKind): Promise<Delivery | undefined> => {
    const id = refundIdOf({ websiteId: shop.websiteId, mode: 'test' }, name);
    return findDelivery(gateway.store.db, refundDeliveryId(id, kind));
  };
  const arrived = async (path: string, count: number): Promise<Received[]> => {
    await until(`${count} webhooks arrive at ${path}`, () => receiver.received(path).length >= count, 30_000);
    return receiver.received(path);
  };
  const nameOf = ({ body }: Received) => {
    const { event, data } = JSON.parse(body.toString());
    return `${data.refund_id} ${event}`;
  };

  // Contract: REFUND-10
  it('are sent when a refund succeeds, fails or is reversed, once each, signed like those of payments', async () => {
    const shop = await newShopWithRefunds();
    const transaction_id = await paid(shop);
    await arrived(shop.path, 1);
    const names: string[] = [];
    for (const [name, reason, events] of [
      ['good', 'out of stock', ['succeeded']],
      ['refused', 'test: declined', ['failed']],
      ['back', 'test: reversed', ['succeeded', 'reversed']],
    ] as const) {
      await put(shop, name, { transaction_id, amount: 10, reason });
      names.push(...events.map((event) => `${name} refund.${event}`));
      const [last] = (await arrived(shop.refundPath, names.length)).slice(-1);
      const body = last!.body.toString();
      const refund = await read(shop, name);
      const timestamp = Math.floor(Date.parse(refund.ended_at) / 1000);
      assert.deepEqual(JSON.parse(body), { event: `refund.${events.at(-1)}`, timestamp, data: refund });
      assert.equal(last!.headers['x-gateway-event'], `refund.${events.at(-1)}`);
      assert.equal(last!.headers['x-gateway-mode'], 'test');
      assert.equal(last!.headers['x-gateway-timestamp'], String(timestamp));
      const signature = createHmac('sha256', shop.secret).update(last!.body).digest('hex');
      assert.equal(last!.headers['x-gateway-signature'], signature);
      const verified = await verify(last!.body, last!.headers, shop.secret, { mode: 'test' });
      assert.deepEqual(verified, JSON.parse(body), 'the function of the SDK verifies it');
    }
    assert.deepEqual(receiver.received(shop.refundPath).map(nameOf), names);
    assert.equal(receiver.received(shop.path).length, 1, 'the callback URL has the event of the payment alone');
    const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
    const isValid = schemaCompiler(document)(['components', 'schemas', 'RefundReversedEvent']);
    const last = JSON.parse(receiver.received(shop.refundPath).at(-1)!.body.toString());
    assert.ok(isValid(last), JSON.stringify(isValid.errors));

    const all = await listDeliveries(gateway.store.db, { paymentId: Number(transaction_id) }, 10);
    assert.deepEqual(
      all.map(({ event, paymentId, status }) => [event, paymentId, status]),
      ['reversed', 'succeeded', 'failed', 'succeeded']
        .map((end) => [`refund.${end}`, Number(transaction_id), 'delivered'])
        .concat([['payment.success', Number(transaction_id), 'delivered']]),
    );
  });

  it('are sent to a callback URL that was set a moment ago, although this process has read the website before', async () => {
    const shop = await newShop(gateway, `${receiver.origin}/just-set`);
    const transaction_id = await paid(shop);
    await arrived('/just-set', 1);
    await gateway.store.operator.changeWebsite(shop.websiteId, {
      refundCallbackUrl: `${receiver.origin}/just-set/refunds`,
    });
    await put(shop, 'soon', { transaction_id, amount: 10 });
    const ended = async () => {
      const delivery = await deliveryOf(shop, 'soon', 'refund.succeeded');
      return delivery && delivery.status !== 'pending' ? delivery : undefined;
    };
    await until('the delivery ends', async () => (await ended()) !== undefined);
    assert.deepEqual([(await ended())?.status, (await ended())?.lastError], ['delivered', null]);
  });

  // Contract: REFUND-10
  it('are for websites with a callback URL for refunds, or one for test refunds', async () => {
    const without = await newShop(gateway, `${receiver.origin}/without`);
    const shop = await newShopWithRefunds();
    const secret = newWebhookSecret();
    await gateway.store.operator.changeWebsite(shop.websiteId, {
      refundCallbackUrl: `${receiver.origin}/live-refunds`,
      testRefundCallbackUrl: `${receiver.origin}${shop.refundPath}`,
      testSecret: secret,
    });
    for (const each of [without, shop]) {
      await put(each, 'only', { transaction_id: await paid(each) });
      await until('it succeeded', async () => (await read(each, 'only')).status === 'succeeded');
    }
    const [event] = await arrived(shop.refundPath, 1);
    assert.equal(event?.headers['x-gateway-signature'], createHmac('sha256', secret).update(event!.body).digest('hex'));
    assert.deepEqual([receiver.received('/live-refunds').length, receiver.received('/without').length], [0, 1]);
    assert.equal(await deliveryOf(without, 'only', 'refund.succeeded'), undefined);
    assert.deepEqual(
      (await feed(without)).data.map((each: { event: string }) => each.event),
      ['payment.success', 'refund.succeeded'],
    );
    await assert.rejects(
      gateway.store.operator.changeWebsite(shop.websiteId, { testRefundCallbackUrl: 'http://shop.example/' }),
      { field: 'test_refund_callback_url' },
    );
  });

  // Contract: REFUND-11
  it('are retried with the same bytes, and sent again by hand', async () => {
    const shop = await newShopWithRefunds();
    receiver.script(shop.refundPath, status(500), status(503), status(500), status(200));
    await put(shop, 'late', { transaction_id: await paid(shop) });
    await until('the attempts end', async () => {
      return (await deliveryOf(shop, 'late', 'refund.succeeded'))?.status === 'exhausted';
    });
    const given = await deliveryOf(shop, 'late', 'refund.succeeded');
    assert.equal(given?.attempts, 3);
    await gateway.store.operator.resendDelivery(given!.id);
    const all = await arrived(shop.refundPath, 4);
    const own = ({ headers, body }: Received) => ({ headers, body: body.toString() });
    for (const each of all) assert.deepEqual(own(each), own(all[0]!));
    await until('it is delivered', async () => {
      return (await deliveryOf(shop, 'late', 'refund.succeeded'))?.status === 'delivered';
    });
    const [entry] = await gateway.store.db.query<{ after_json: string }>(
      "SELECT * FROM audit_log WHERE action = 'delivery.resend' ORDER BY position DESC LIMIT 1",
    );
    assert.ok(JSON.stringify(entry).includes(given!.refundId!));
  });

  // Contract: REFUND-11
  it('that hang do not delay the events of payments, and end when the URL is removed', async () => {
    const shop = await newShopWithRefunds();
    receiver.script(shop.refundPath, hang);
    const transaction_id = await paid(shop);
    for (const name of ['a', 'b', 'c']) await put(shop, name, { transaction_id, amount: 10 });
    await arrived(shop.refundPath, 1);
    const since = performance.now();
    const before = receiver.received(shop.path).length;
    for (let payments = 1; payments <= 3; payments++) {
      await paid(shop);
      await arrived(shop.path, before + payments);
    }
    assert.ok(performance.now() - since < 8_000, 'no payment waited until the attempt at a refund timed out');
    assert.equal(receiver.received(shop.refundPath).length, 1, 'a receiver that hangs gets one attempt at a time');
    await gateway.store.operator.changeWebsite(shop.websiteId, { refundCallbackUrl: null });
    receiver.disconnect();
    for (const name of ['b', 'c']) {
      const isRefused = async () => (await deliveryOf(shop, name, 'refund.succeeded'))?.status === 'refused';
      // The worker knows the old URL for two seconds more: an attempt may hang before this one.
      await until(`${name} is refused`, isRefused, 90_000);
    }
  });

  // Contract: REFUND-12
  it('are in the test feed, in one order with those of payments, which keep their own feed', async () => {
    const shop = await newShopWithRefunds();
    const first = await paid(shop);
    await put(shop, 'one', { transaction_id: first, amount: 10 });
    await until('it succeeded', async () => (await read(shop, 'one')).status === 'succeeded');
    const second = await paid(shop);
    await put(shop, 'two', { transaction_id: second, reason: 'test: declined' });
    await until('it failed', async () => (await read(shop, 'two')).status === 'failed');
    const whole = await feed(shop);
    const names = whole.data.map(({ event, data }: { event: string; data: Record<string, string> }) =>
      [event, data.transaction_id, data.refund_id].filter(Boolean).join(' '),
    );
    const expected = [
      `payment.success ${first}`,
      `refund.succeeded ${first} one`,
      `payment.success ${second}`,
      `refund.failed ${second} two`,
    ];
    assert.deepEqual(names, expected);
    assert.deepEqual(whole.data[1].data, await read(shop, 'one'));
    const paged: string[] = [];
    let cursor = '';
    for (let more = true; more; ) {
      const page = await feed(shop, `?limit=1${cursor && `&after=${cursor}`}`);
      paged.push(...page.data.map(({ id }: { id: string }) => id));
      [cursor, more] = [page.next_cursor, page.has_more];
    }
    assert.deepEqual(
      paged,
      whole.data.map(({ id }: { id: string }) => id),
    );
    assert.deepEqual(await feed(shop, `?after=${cursor}`), {
      success: true,
      data: [],
      next_cursor: cursor,
      has_more: false,
    });
    const waiting = feed(shop, `?after=${cursor}&wait=20`);
    await put(shop, 'three', { transaction_id: first, amount: 10 });
    assert.equal((await waiting).data[0].data.refund_id, 'three');
    const payments = (await shop.api.get('/events')).json.data;
    assert.deepEqual(
      payments.map(({ event }: { event: string }) => event),
      ['payment.success', 'payment.success'],
    );
    const live = gateway.client(gateway.liveKey);
    const refused = await live.get(`${gateway.url}/api/refunds/v1/feed`);
    assert.deepEqual([refused.status, refused.json.error], [403, 'events_test_only']);
  });
});
