import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DeliveringGateway, startDeliveringGateway } from '../support/delivering-gateway.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { until } from '../support/gateway.ts';
import { hang, type Receiver, status } from '../support/receiver.ts';
import { Recorder } from '../support/recorder.ts';
import { aheadBy } from '../support/running-gateway.ts';
import { withDatabase } from '../support/store-access.ts';
import { byTier } from '../support/tier.ts';
import { finishedPayment } from '../support/webhooks.ts';
import { changeWebsite } from '../support/websites.ts';

const ROUNDS = byTier({ day: 2, night: 20 });
/** Longer than the lease of a delivery: each new node's clock is this much ahead of the previous one's, so the test need not wait. */
const LEASE_SECONDS = 46;

onOneEngineByDay(`kill -9 in the middle of deliveries, ${ROUNDS} times`, (engine) => {
  let gateway: DeliveringGateway;
  let receiver: Receiver;
  before(async () => {
    gateway = await startDeliveringGateway(engine);
    receiver = gateway.receiver;
  });
  after(() => gateway.close());

  // Contract: WEBHOOK-19
  test('every event arrives, with the same bytes each time, and none is stuck beyond its lease', {
    timeout: 240_000,
  }, async (context) => {
    await withDatabase(gateway.settings, (db) =>
      changeWebsite(db, gateway.seed.websiteId, { callbackUrl: `${receiver.origin}/shop` }),
    );
    // Slow enough that attempts are always in progress when the node is killed.
    receiver.script('/shop', (response) => setTimeout(() => response.end(), 15));
    for (let round = 1; round <= ROUNDS; round++) {
      const recorder = new Recorder(() => gateway.api());
      context.after(() => recorder.stop());
      const before = receiver.received().length;
      const enough = before + 5 + Math.floor(Math.random() * 40);
      recorder.start(6);
      await gateway.killAt('webhooks arrive', () => receiver.received().length >= enough, 15_000);
      await recorder.stop();
      await gateway.restart(aheadBy(round * LEASE_SECONDS));
    }

    const unfinished = () =>
      withDatabase(gateway.settings, async (db) => {
        const [row] = await db.query<{ n: number }>("SELECT count(*) AS n FROM deliveries WHERE status <> 'delivered'");
        return row?.n;
      });
    await until('nothing is left', async () => (await unfinished()) === 0, 15_000);
    const bodies = new Map<string, string[]>();
    for (const { body } of receiver.received()) {
      const text = body.toString();
      const { event, data } = JSON.parse(text);
      const key = `${event} ${data.transaction_id}`;
      bodies.set(key, [...(bodies.get(key) ?? []), text]);
    }
    const events = await withDatabase(gateway.settings, (db) =>
      db.query<{ payment_id: number; kind: string }>('SELECT payment_id, kind FROM events'),
    );
    assert.deepEqual([...bodies.keys()].sort(), events.map((event) => `${event.kind} ${event.payment_id}`).sort());
    for (const [key, texts] of bodies) assert.equal(new Set(texts).size, 1, key);
    await gateway.assertSound();
    const repeated = receiver.received().length - events.length;
    context.diagnostic(`${events.length} events arrived, ${repeated} of them again, after ${ROUNDS} kills`);
  });
});

onOneEngineByDay('kill -9 around the webhook of a refund', (engine) => {
  let gateway: DeliveringGateway;
  let receiver: Receiver;
  before(async () => {
    gateway = await startDeliveringGateway(engine);
    receiver = gateway.receiver;
  });
  after(() => gateway.close());

  // Contract: REFUND-11
  test('after a kill its event arrives, whether it was being sent, with the same bytes, or only stored', {
    timeout: 120_000,
  }, async () => {
    await withDatabase(gateway.settings, (db) =>
      changeWebsite(db, gateway.seed.websiteId, { refundCallbackUrl: `${receiver.origin}/refunds` }),
    );
    const refund = async (name: string) => {
      const api = gateway.api();
      const transaction_id = await finishedPayment(api, { payment_method: 'lakaypay_card' });
      const url = `http://127.0.0.1:${gateway.settings.PORT}/api/refunds/v1/refunds/${name}`;
      assert.equal((await api.request('PUT', url, { transaction_id })).status, 201);
    };
    const statusOf = (name: string) =>
      withDatabase(gateway.settings, async (db) => {
        const [row] = await db.query<{ status: string }>('SELECT status FROM refunds WHERE name = $1', [name]);
        return row?.status;
      });
    receiver.script('/refunds', hang);
    await refund('sent');
    await until('an attempt is in flight', () => receiver.received('/refunds').length === 1, 15_000);
    // A receiver that hangs gets one attempt at a time, so that the next event is only stored.
    await refund('stored');
    await gateway.killAt('the refund succeeded', async () => (await statusOf('stored')) === 'succeeded', 9_000);
    assert.equal(receiver.received('/refunds').length, 1);
    receiver.script('/refunds', status(200));
    await gateway.restart(aheadBy(LEASE_SECONDS));
    await until('both events arrive', () => receiver.received('/refunds').length === 3, 15_000);
    const bodies = receiver.received('/refunds').map(({ body }) => body.toString());
    const names = bodies.map((body) => JSON.parse(body).data.refund_id);
    assert.deepEqual(names.toSorted(), ['sent', 'sent', 'stored']);
    assert.equal(new Set(bodies).size, 2);
    await gateway.assertSound();
  });
});
