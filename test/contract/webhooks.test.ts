import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestGateway, until } from '../support/gateway.ts';
import { type Received, type Receiver, startReceiver, status } from '../support/receiver.ts';
import { attempted, newShop } from '../support/webhooks.ts';
import { changeWebsite } from '../support/websites.ts';
import { contractSuite } from './promise.ts';
import { assertKeys, assertPayment, complete, created, fail, METHODS } from './shapes.ts';

let receiver: Receiver;
let paths = 0;

/** A website whose events go to its own path. */
async function shopWithPath(gateway: TestGateway) {
  const path = `/shop/${++paths}`;
  const shop = await newShop(gateway, `${receiver.origin}${path}`);
  return { ...shop, path };
}

function json({ body }: Received) {
  return JSON.parse(body.toString());
}

contractSuite(
  'webhooks',
  (promise) => {
    promise(
      [
        'WEBHOOK-2',
        'WEBHOOK-3',
        'WEBHOOK-4',
        'WEBHOOK-1',
        'WEBHOOK-6',
        'WEBHOOK-7',
        'WEBHOOK-8',
        ...['WEBHOOK-1', 'WEBHOOK-3', 'WEBHOOK-5'],
      ],
      'an event of every method is posted to the callback URL, signed with the secret of the website',
      async (gateway) => {
        const { api, secret, path } = await shopWithPath(gateway);
        assert.match(secret, /^whsec_.{32,}$/);
        for (const payment_method of METHODS) {
          for (const isPaid of [true, false]) {
            const { transaction_id } = await created(api, { payment_method, metadata: { order: 1 } });
            if (isPaid) await complete(api, transaction_id);
            else await fail(api, transaction_id);
            await attempted(gateway, transaction_id);
            const received = receiver.received(path).at(-1)!;
            const { event, timestamp, data } = json(received);
            assertKeys(json(received), ['event', 'timestamp', 'data']);
            assertPayment(data);
            assert.equal(received.method, 'POST');
            assert.match(received.headers['content-type'] ?? '', /^application\/json/);
            assert.equal(event, isPaid ? 'payment.success' : 'payment.failed');
            assert.equal(timestamp, Math.floor(Date.parse(data.completed_at ?? data.failed_at) / 1000));
            const read = await api.get(`/payments/${transaction_id}`);
            assert.ok(received.body.toString().endsWith(`,"data":${read.text.slice(23, -1)}}`), read.text);
            assert.equal(received.headers['x-gateway-event'], event);
            assert.equal(received.headers['x-gateway-timestamp'], String(timestamp));
            const signature = createHmac('sha256', secret).update(received.body).digest('hex');
            assert.equal(received.headers['x-gateway-signature'], signature);
          }
        }
        assert.equal(receiver.received(path).length, 2 * METHODS.length);
      },
    );

    promise(
      ['WEBHOOK-10', 'WEBHOOK-15', 'WEBHOOK-14'],
      'a webhook is repeated unchanged until it gets a 2xx response',
      async (gateway) => {
        for (const accepted of [200, 201, 204, 299]) {
          const { api, path } = await shopWithPath(gateway);
          receiver.script(path, status(500), status(302, { location: '/' }), status(accepted, {}, ''));
          const { transaction_id } = await created(api);
          await complete(api, transaction_id);
          assert.equal((await attempted(gateway, transaction_id)).status, 'delivered');
          const all = receiver.received(path);
          assert.equal(all.length, 3);
          for (const received of all) {
            assert.deepEqual(received.body, all[0]?.body);
            assert.equal(received.headers['x-gateway-timestamp'], all[0]?.headers['x-gateway-timestamp']);
          }
        }
      },
    );

    promise(['WEBHOOK-16'], 'a destination that is not public is refused and never retried', async (gateway) => {
      for (const url of ['https://10.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/', 'https://0xa9fea9fe/']) {
        const { api } = await newShop(gateway, url);
        const { transaction_id } = await created(api);
        await complete(api, transaction_id);
        const delivery = await attempted(gateway, transaction_id);
        assert.deepEqual([delivery.status, delivery.attempts, delivery.nextAttemptAtUs], ['refused', 1, null], url);
      }
    });

    promise(['WEBHOOK-18'], 'a deactivated website still gets the events of its payments', async (gateway) => {
      const { api, websiteId, path } = await shopWithPath(gateway);
      let release = () => {};
      receiver.script(
        path,
        (response) => {
          release = () => response.writeHead(500).end();
        },
        status(200),
      );
      const { transaction_id } = await created(api);
      await complete(api, transaction_id);
      await until('the first attempt is on its way', () => receiver.received(path).length === 1);
      await changeWebsite(gateway.store.db, websiteId, { isActive: false });
      release();
      assert.equal((await attempted(gateway, transaction_id)).status, 'delivered');
      assert.equal(receiver.received(path).length, 2);
    });
  },
  async () => {
    receiver = await startReceiver();
    const settings = { ...receiver.settings, WEBHOOK_RETRY_SECONDS: '0,0,0,0' };
    return { settings, close: () => receiver.close() };
  },
);
