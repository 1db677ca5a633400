import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type Received, type Receiver, startReceiver, status } from '../support/receiver.ts';
import { attempted, deliveryOf, finishedPayment, newShop, type Shop } from '../support/webhooks.ts';
import { changeWebsite } from '../support/websites.ts';

onBothEngines('webhook delivery', (engine) => {
  let receiver: Receiver;
  let gateway: TestGateway;
  before(async () => {
    receiver = await startReceiver();
    gateway = await startTestGateway(engine, { settings: { ...receiver.settings, WEBHOOK_RETRY_SECONDS: '0,0,0,0' } });
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  const shopAt = (path: string): Promise<Shop> => newShop(gateway, `${receiver.origin}${path}`);
  const dataOf = async (api: Shop['api'], id: string) => {
    const { text } = await api.get(`/payments/${id}`);
    return text.slice('{"success":true,"data":'.length, -1);
  };
  const assertWebhook = async (received: Received, { shop, id, event }: { shop: Shop; id: string; event: string }) => {
    const data = await dataOf(shop.api, id);
    const payment = JSON.parse(data);
    const timestamp = Math.floor(Date.parse(payment.completed_at ?? payment.failed_at) / 1000);
    assert.equal(received.method, 'POST');
    assert.equal(received.body.toString(), `{"event":"${event}","timestamp":${timestamp},"data":${data}}`);
    assert.equal(received.headers['content-type'], 'application/json');
    assert.equal(received.headers['x-gateway-event'], event);
    assert.equal(received.headers['x-gateway-timestamp'], String(timestamp));
    assert.equal(received.headers['x-gateway-signature'], hmacSha256(shop.secret, received.body));
    assert.equal(received.headers['x-api-key'], undefined);
  };

  it('posts the event once, with the payment byte for byte as the API returns it, and a right signature', async () => {
    for (const [outcome, event] of [
      ['complete', 'payment.success'],
      ['fail', 'payment.failed'],
    ] as const) {
      const path = `/hooks/${outcome}?shop=1&lang=ht`;
      const shop = await shopAt(`${path}#fragment`);
      const id = await finishedPayment(shop.api, {
        outcome,
        customer_name: 'Jean-Baptiste  “Ti Jan” 🇭🇹',
        reference: 'a/b?c=d',
        metadata: { z: 1, a: [{ deep: null }], text: 'mèsi\u2028\u0001</script>' },
      });
      const delivery = await attempted(gateway, id);
      assert.equal(delivery.status, 'delivered');
      assert.equal(receiver.received(path).length, 1);
      await assertWebhook(receiver.received(path)[0]!, { shop, id, event });
      assert.equal(delivery.nextAttemptAtUs, null);
      assert.equal(delivery.lastStatusCode, 200);
      assert.equal(delivery.lastError, null);
    }
  });

  it('sends metadata to the last digit', async () => {
    const shop = await shopAt('/digits');
    const metadata = '{"big":12345678901234567890.10,"small":1e-400,"b":1,"a":2}';
    const created = await shop.api.post(
      '/payments',
      `{"amount":500,"currency":"HTG","payment_method":"moncash","customer_name":"Marie","metadata":${metadata}}`,
    );
    await shop.api.post(`/test_helpers/payments/${created.json.transaction_id}/complete`);
    await attempted(gateway, created.json.transaction_id);
    const [received] = receiver.received('/digits');
    assert.ok(received?.body.toString().endsWith(`"metadata":${metadata}}}`), received?.body.toString());
  });

  it('sends the same bytes, timestamp and signature at each attempt', async () => {
    const shop = await shopAt('/same');
    receiver.script('/same', status(500), status(400), status(404), status(204, {}, ''));
    const id = await finishedPayment(shop.api);
    const delivery = await attempted(gateway, id);
    assert.equal(delivery.status, 'delivered');
    const all = receiver.received('/same');
    assert.equal(all.length, 4);
    for (const received of all) await assertWebhook(received, { shop, id, event: 'payment.success' });
    const own = ({ headers, body }: Received) => ({ headers, body: body.toString('latin1') });
    for (const received of all.slice(1)) assert.deepEqual(own(received), own(all[0]!));
    assert.deepEqual(
      delivery.tries.map((entry) => entry.statusCode),
      [500, 400, 404, 204],
    );
  });

  it('counts every 2xx as delivered, and nothing else', async () => {
    for (const code of [200, 201, 202, 204, 226, 299]) {
      const shop = await shopAt(`/code/${code}`);
      receiver.script(`/code/${code}`, status(code, {}, ''));
      const delivery = await attempted(gateway, await finishedPayment(shop.api));
      assert.deepEqual([delivery.status, delivery.attempts], ['delivered', 1], String(code));
      assert.ok((delivery.deliveredAtUs ?? 0) >= delivery.eventAtUs);
    }
    for (const code of [300, 304, 307, 400, 401, 404, 418, 429, 500, 502, 503, 599]) {
      const shop = await shopAt(`/code/${code}`);
      receiver.script(`/code/${code}`, status(code, {}, ''));
      const delivery = await attempted(gateway, await finishedPayment(shop.api));
      assert.deepEqual([delivery.status, delivery.attempts, delivery.lastStatusCode], ['exhausted', 4, code]);
      assert.equal(delivery.deliveredAtUs, null);
      assert.equal(receiver.received(`/code/${code}`).length, 4);
    }
  });

  // Contract: WEBHOOK-13
  it('ends with a 410, however many attempts the schedule has left', async () => {
    const shop = await shopAt('/gone');
    receiver.script('/gone', status(500), status(410));
    const delivery = await attempted(gateway, await finishedPayment(shop.api));
    assert.deepEqual([delivery.status, delivery.attempts, delivery.lastStatusCode], ['exhausted', 2, 410]);
    assert.equal(receiver.received('/gone').length, 2);
  });

  it('follows no redirect, wherever it leads', async () => {
    const other = await startReceiver({ certificate: receiver.certificate });
    try {
      for (const code of [301, 302, 303, 307, 308]) {
        for (const location of [
          `${receiver.origin}/followed`,
          `${other.origin}/followed`,
          'http://169.254.169.254/latest/meta-data/',
        ]) {
          const path = `/redirect/${code}/${location.length}`;
          const shop = await shopAt(path);
          receiver.script(path, status(code, { location }));
          const delivery = await attempted(gateway, await finishedPayment(shop.api));
          assert.deepEqual([delivery.status, delivery.lastStatusCode], ['exhausted', code]);
        }
      }
      assert.equal(receiver.received('/followed').length, 0);
      assert.equal(other.connections(), 0);
    } finally {
      await other.close();
    }
  });

  // Contract: WEBHOOK-20
  it('records each attempt: the time, the duration, the status, and the start of the response', async () => {
    const shop = await shopAt('/log');
    receiver.script(
      '/log',
      (response) => setTimeout(() => response.writeHead(500).end('first'), 120),
      status(502, {}, Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff, 0xfe, 0xc3])])),
      status(503, {}, `${'x'.repeat(1023)}🇭🇹`),
      status(200, {}, ''),
    );
    const startedUs = gateway.store.clock();
    const delivery = await attempted(gateway, await finishedPayment(shop.api));
    const endedUs = gateway.store.clock();
    assert.deepEqual(
      delivery.tries.map(({ attempt, statusCode, error }) => ({ attempt, statusCode, error })),
      [500, 502, 503, 200].map((statusCode, index) => ({ attempt: index + 1, statusCode, error: null })),
    );
    const [first, second, third, fourth] = delivery.tries;
    assert.equal(first?.responseStart, 'first');
    assert.ok(first!.durationMs >= 115 && first!.durationMs < 5_000, String(first?.durationMs));
    assert.equal(second?.responseStart, 'a\uFFFDb\uFFFD\uFFFD\uFFFD');
    assert.equal(third?.responseStart?.length, 1024);
    assert.ok(third?.responseStart?.isWellFormed());
    assert.ok(third?.responseStart?.startsWith('x'.repeat(1023)));
    assert.equal(fourth?.responseStart, '');
    const times = [startedUs, ...delivery.tries.map((entry) => entry.atUs), delivery.deliveredAtUs ?? 0, endedUs];
    assert.deepEqual(
      times,
      [...times].sort((a, b) => a - b),
    );
  });

  it('stores nothing for a website without a callback URL; a URL that is added later gets only later events', async () => {
    const shop = await newShop(gateway, null);
    const early = await finishedPayment(shop.api);
    assert.equal(await deliveryOf(gateway, early), undefined);
    await changeWebsite(gateway.store.db, shop.websiteId, { callbackUrl: `${receiver.origin}/later` });
    const late = await finishedPayment(shop.api);
    assert.equal((await attempted(gateway, late)).status, 'delivered');
    assert.equal(await deliveryOf(gateway, early), undefined);
    assert.deepEqual(
      receiver.received('/later').map((received) => JSON.parse(received.body.toString()).data.transaction_id),
      [late],
    );
    const { json } = await shop.api.get('/events');
    assert.deepEqual(
      json.data.map((event: { data: { transaction_id: string } }) => event.data.transaction_id),
      [early, late],
    );
  });

  it('delivers the events of a website that was deactivated', async () => {
    const shop = await shopAt('/deactivated');
    let release = () => {};
    receiver.script(
      '/deactivated',
      (response) => {
        release = () => response.writeHead(500).end();
      },
      status(200),
    );
    const id = await finishedPayment(shop.api);
    await until('the first attempt arrived', () => receiver.received('/deactivated').length === 1);
    await changeWebsite(gateway.store.db, shop.websiteId, { isActive: false });
    release();
    assert.equal((await attempted(gateway, id)).status, 'delivered');
  });

  it('posts one event of a payment, once, if many callers finish the payment at the same moment', async () => {
    const shop = await shopAt('/once');
    const { json } = await shop.api.post('/payments', {
      amount: 500,
      currency: 'HTG',
      payment_method: 'natcash',
      customer_name: 'Marie',
    });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shop.api.post(`/test_helpers/payments/${json.transaction_id}/${index % 2 ? 'fail' : 'complete'}`),
      ),
    );
    assert.equal(responses.filter((response) => response.status === 200).length, 1);
    await attempted(gateway, json.transaction_id);
    assert.equal(receiver.received('/once').length, 1);
  });

  it('delivers the payments of every method, and of any key of the website', async () => {
    const shop = await shopAt('/methods');
    const { text } = await gateway.store.operator.createApiKey({ websiteId: shop.websiteId, mode: 'test' });
    for (const payment_method of ['moncash', 'natcash', 'lakaypay_card', 'card']) {
      const id = await finishedPayment(gateway.client(text), { payment_method });
      await attempted(gateway, id);
      const received = receiver.received('/methods').at(-1)!;
      await assertWebhook(received, { shop, id, event: 'payment.success' });
    }
  });
});

describe('the tests own HMAC', () => {
  it('agrees with RFC 4231, test cases 1 and 6', () => {
    assert.equal(
      hmacSha256(Buffer.alloc(20, 0x0b), Buffer.from('Hi There')),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
    assert.equal(
      hmacSha256(Buffer.alloc(131, 0xaa), Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First')),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    );
  });
});

/** HMAC-SHA256 from the bare hash, as RFC 2104 writes it: not the code that signs. */
function hmacSha256(key: string | Buffer, message: Buffer): string {
  const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const bytes = Buffer.from(key as string);
  const block = Buffer.concat([bytes.length > 64 ? hash(bytes) : bytes, Buffer.alloc(64)]).subarray(0, 64);
  const pad = (byte: number) => Buffer.from(block.map((value) => value ^ byte));
  return hash(pad(0x5c), hash(pad(0x36), message)).toString('hex');
}
