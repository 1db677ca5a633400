import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { newStore, onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, until } from '../support/gateway.ts';
import { type Reply, startReceiver, status } from '../support/receiver.ts';
import { withDatabase } from '../support/store-access.ts';
import { attempted, deliveryOf, finishedPayment, newShop } from '../support/webhooks.ts';

const HOUR_US = 3_600_000_000;

onOneEngineByDay('a clock that jumps', (engine) => {
  test('an hour forwards and back neither stops deliveries nor floods a receiver', { timeout: 240_000 }, async () => {
    const receiver = await startReceiver();
    const system = systemClock();
    let aheadUs = 0;
    const gateway = await startTestGateway(engine, {
      settings: { ...receiver.settings, WEBHOOK_RETRY_SECONDS: '0,1800,1800,1800,1800,1800,1800' },
      clock: () => system() + aheadUs,
    });
    try {
      const failing = await newShop(gateway, `${receiver.origin}/failing`);
      receiver.script('/failing', status(500));
      const failed = await finishedPayment(failing.api);
      await attempted(gateway, failed, { attempts: 1 });
      const healthy = await newShop(gateway, `${receiver.origin}/healthy`);
      const stillDelivers = async () => attempted(gateway, await finishedPayment(healthy.api));

      aheadUs = HOUR_US;
      await attempted(gateway, failed, { attempts: 2 });
      assert.equal((await stillDelivers()).status, 'delivered');
      assert.equal(receiver.received('/failing').length, 2, 'one retry was due, and one was sent');

      // These deliveries wait, because their receiver has not responded to earlier ones yet.
      const queued = await newShop(gateway, `${receiver.origin}/queued`);
      let release: () => void = () => {};
      const wait: Reply = (response) => {
        release = () => response.end();
      };
      receiver.script('/queued', wait, status(200));
      const ids: string[] = [];
      for (let count = 0; count < 10; count++) ids.push(await finishedPayment(queued.api));
      await until('the first attempt is on its way', () => receiver.received('/queued').length === 1);
      aheadUs = 0;
      release();
      for (const id of ids) assert.equal((await attempted(gateway, id)).status, 'delivered');
      assert.equal((await stillDelivers()).status, 'delivered');
      assert.equal(receiver.received('/failing').length, 2, 'no retry comes before its time');

      aheadUs = 2 * HOUR_US;
      await attempted(gateway, failed, { attempts: 3 });
      aheadUs = -HOUR_US;
      assert.equal((await stillDelivers()).status, 'delivered');
      assert.equal(receiver.received('/failing').length, 3);
      assert.equal((await deliveryOf(gateway, failed))?.attempts, 3);
      assert.equal(receiver.received('/queued').length, ids.length, 'nothing was sent twice');
    } finally {
      await gateway.stop();
      await receiver.close();
    }
  });

  test('40 days forwards and back leave no delivery waiting for 40 days, in a process that runs and in one that starts', {
    timeout: 240_000,
  }, async () => {
    const receiver = await startReceiver();
    const place = await newStore(engine);
    const system = systemClock();
    let aheadUs = 0;
    const start = () =>
      startTestGateway(engine, {
        settings: { ...receiver.settings, WEBHOOK_RETRY_SECONDS: '0,1800,1800' },
        clock: () => system() + aheadUs,
        sharedStore: place,
      });
    let gateway = await start();
    try {
      const shop = await newShop(gateway, `${receiver.origin}/hook`);
      receiver.script('/hook', status(500));
      const plannedIn = async (id: string) =>
        ((await deliveryOf(gateway, id))?.nextAttemptAtUs ?? 0) - system() - aheadUs;
      aheadUs = 40 * 24 * HOUR_US;
      const failed = await finishedPayment(shop.api);
      await attempted(gateway, failed, { attempts: 1 });
      await until('its retry is planned', async () => (await plannedIn(failed)) > HOUR_US / 4);
      aheadUs = 0;
      await until('its retry is as far away as planned', async () => (await plannedIn(failed)) < HOUR_US);
      assert.ok((await plannedIn(failed)) > HOUR_US / 4, 'its retry is no earlier than planned');

      // The row is as a worker of an older version would have left it.
      const left = 'UPDATE deliveries SET next_attempt_at_us = $1 WHERE payment_id = $2 RETURNING id';
      await gateway.stop();
      await withDatabase(place.settings, (db) =>
        db.transaction((tx) => tx.query(left, [system() + 40 * 24 * HOUR_US, Number(failed)])),
      );
      receiver.script('/hook', status(200));
      gateway = await start();
      assert.equal((await attempted(gateway, failed)).status, 'delivered');
      assert.equal(receiver.received('/hook').length, 2);
    } finally {
      await gateway.stop();
      await receiver.close();
      await place.drop();
    }
  });
});
