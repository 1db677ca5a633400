import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { peyeProcess } from '../support/cli.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';
import { registerShop, type Shop } from '../support/webhooks.ts';

/** The number of consistency checks during the load. */
const LOOKS = 4;
const CUSTOMERS = 12;

onOneEngineByDay('the consistency check of a busy gateway', (engine) => {
  let receiver: Receiver;
  let clock: ShiftedClock;
  let gateway: TestGateway;
  before(async () => {
    receiver = await startReceiver();
    clock = shiftedClock();
    gateway = await startTestGateway(engine, { clock: clock.now, settings: receiver.settings });
  });
  after(async () => {
    await gateway?.stop();
    await receiver?.close();
  });

  // Contract: BOOK-4
  it('never reports a fault', { timeout: 120_000 }, async () => {
    const shops: Shop[] = [];
    for (const path of ['/one', '/two']) {
      const shop = await registerShop(gateway.store, `${receiver.origin}${path}`);
      shops.push({ ...shop, api: gateway.client(shop.testKey) });
    }
    // From here on, the check requires a delivery for every event.
    clock.forward(600);
    let isOver = false;
    let ended = 0;
    let deleted = 0;
    const customer = async (n: number) => {
      const { api } = shops[n % shops.length]!;
      while (!isOver) {
        const made = await api.post('/payments', paymentRequest({ payment_method: n % 3 === 0 ? 'card' : 'moncash' }));
        assert.equal(made.status, 201, made.text);
        const path = `/test_helpers/payments/${made.json.transaction_id}`;
        // Some stay open.
        if (ended++ % 5 > 0) assert.equal((await api.post(`${path}/${n % 2 === 0 ? 'complete' : 'fail'}`)).status, 200);
      }
    };
    const deleteOld = async () => {
      const { operator } = gateway.store;
      while (!isOver) {
        // With 0 days, everything that is delivered counts as old.
        deleted += (await operator.deleteOldTestPayments({ olderThanDays: 0 })).removed;
        deleted += (await operator.deleteOldDeliveries({ olderThanDays: 0 })).removed;
        deleted += (await operator.deleteOldEvents({ olderThanDays: 0 })).removed;
        await new Promise((done) => setTimeout(done, 200));
      }
    };
    const look = async () => {
      const results = [];
      try {
        for (let looks = 0; looks < LOOKS; looks++) {
          // The deletion starts in the middle. The checks before it also prove that nothing is missing.
          if (looks === LOOKS / 2) busy.push(deleteOld());
          results.push(await peyeProcess(['verify-books'], { settings: gateway.settings }));
        }
      } finally {
        isOver = true;
      }
      return results;
    };
    const busy = Array.from({ length: CUSTOMERS }, (_, n) => customer(n));
    const results = await look();
    await Promise.all(busy);
    for (const { code, stdout, stderr } of results) assert.equal(code, 0, stdout + stderr);
    const seen = results.map(({ stdout }) => Number(/No inconsistencies: (\d+) payments/.exec(stdout)?.[1]));
    assert.ok(seen[0]! > 0 && seen[1]! > seen[0]!, `payments came in the meantime: ${seen}`);
    assert.ok(deleted > 0, 'some rows were deleted in the meantime');
  });
});
