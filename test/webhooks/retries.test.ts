import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { DEFAULT_RETRY_SECONDS } from '../../src/core/durations.ts';
import { type MovingClock, movingClock } from '../contract/moving-clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { attempted, type DeliveryWithTries, finishedPayment, newShop } from '../support/webhooks.ts';

const JITTER = 1.1;

onBothEngines('retries', (engine) => {
  let receiver: Receiver;
  let gateway: TestGateway;
  let clock: MovingClock;
  before(async () => {
    receiver = await startReceiver();
    clock = movingClock('2030-01-01T00:00:00.999999Z');
    gateway = await startTestGateway(engine, { settings: receiver.settings, clock: clock.now });
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  /** The wait until the next attempt. The clock stands still, so the last attempt was now. */
  const waitSeconds = (delivery: DeliveryWithTries) => ((delivery.nextAttemptAtUs ?? 0) - clock.now()) / 1e6;
  const assertWait = (delivery: DeliveryWithTries, seconds: number, most = seconds * JITTER) => {
    const wait = waitSeconds(delivery);
    assert.ok(wait >= seconds && wait <= most, `${wait} s, not from ${seconds} to ${most}`);
  };

  // Contract: WEBHOOK-12
  it('follow the schedule to its end, and then the delivery is exhausted', async () => {
    const shop = await newShop(gateway, `${receiver.origin}/schedule`);
    receiver.script('/schedule', status(500));
    const id = await finishedPayment(shop.api);
    for (let made = 1; made < DEFAULT_RETRY_SECONDS.length; made++) {
      const delivery = await attempted(gateway, id, { attempts: made });
      assert.deepEqual([delivery.status, delivery.attempts, delivery.scheduleStep], ['pending', made, made]);
      assertWait(delivery, DEFAULT_RETRY_SECONDS[made]!);
      // Move the clock to a microsecond before the next attempt: the delivery is not due yet.
      clock.forward(waitSeconds(delivery) - 0.000001);
      await attempted(gateway, await finishedPayment((await newShop(gateway, `${receiver.origin}/other`)).api));
      assert.equal(receiver.received('/schedule').length, made);
      clock.forward(0.000001);
    }
    const ended = await attempted(gateway, id);
    assert.deepEqual([ended.status, ended.attempts, ended.nextAttemptAtUs], ['exhausted', 11, null]);
    clock.forward(30 * 86_400);
    await attempted(gateway, await finishedPayment((await newShop(gateway, `${receiver.origin}/other`)).api));
    assert.equal(receiver.received('/schedule').length, 11);
    const sent = receiver.received('/schedule').map(({ body, headers }) => ({
      body: body.toString(),
      timestamp: headers['x-gateway-timestamp'],
      signature: headers['x-gateway-signature'],
    }));
    for (const entry of sent) assert.deepEqual(entry, sent[0], 'days later the request is still the same');
    assert.equal(sent[0]?.timestamp, String(Date.parse('2030-01-01T00:00:00Z') / 1000));
  });

  // Contract: WEBHOOK-13
  it('wait as long as a 429 or 503 requests, within the bounds of the schedule', async () => {
    const cases: [code: number, retryAfter: string, seconds: number, most?: number][] = [
      [429, '300', 300, 300],
      [503, '31', 31, 33],
      [429, '0', 30],
      [429, '5', 30],
      [503, '604800', 86_400, 86_400],
      [429, '999999999', 86_400, 86_400],
      [429, '99999999999999999999', 30],
      [429, '-5', 30],
      [429, 'soon', 30],
      [429, '', 30],
      [503, new Date(Date.now() + 3_600_000).toUTCString(), 3_590, 3_601],
      [503, new Date(Date.now() - 3_600_000).toUTCString(), 30],
      [500, '3600', 30],
      [404, '3600', 30],
    ];
    for (const [index, [code, retryAfter, seconds, most]] of cases.entries()) {
      const path = `/patience/${index}`;
      receiver.script(path, status(code, { 'retry-after': retryAfter }));
      const shop = await newShop(gateway, `${receiver.origin}${path}`);
      const delivery = await attempted(gateway, await finishedPayment(shop.api), { attempts: 1 });
      assertWait(delivery, seconds, most ?? seconds * JITTER);
    }
  });
});

onBothEngines('retries by the setting WEBHOOK_RETRY_SECONDS', (engine) => {
  it('wait as the setting says, also before the first attempt', async () => {
    const receiver = await startReceiver();
    const clock = movingClock('2030-01-01T00:00:00Z');
    const settings = { ...receiver.settings, WEBHOOK_RETRY_SECONDS: '60,600' };
    const gateway = await startTestGateway(engine, { settings, clock: clock.now });
    try {
      const shop = await newShop(gateway, `${receiver.origin}/`);
      receiver.script('/', status(500));
      const id = await finishedPayment(shop.api);
      clock.forward(59.999999);
      const early = await attempted(gateway, id, { attempts: 0 });
      assert.equal(early.nextAttemptAtUs, early.eventAtUs + 60_000_000);
      assert.equal(receiver.received().length, 0);
      clock.forward(0.000001);
      const { nextAttemptAtUs } = await attempted(gateway, id, { attempts: 1 });
      assert.ok((nextAttemptAtUs ?? 0) >= clock.now() + 600_000_000);
      clock.forward(660);
      assert.equal((await attempted(gateway, id)).status, 'exhausted');
      assert.equal(receiver.received().length, 2);
    } finally {
      await gateway.stop();
      await receiver.close();
    }
  });
});
