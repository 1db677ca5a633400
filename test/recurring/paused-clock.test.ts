import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { periodDueAtUs } from '../../src/core/recurring.ts';
import { type StoreClock, storeClock } from '../../src/features/operations/store/store-clock.ts';
import { resumeCharging } from '../../src/features/subscriptions/resume-charging.ts';
import { pauseCharging, readCharging } from '../../src/features/subscriptions/store/charging.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { type TestMachine, testMachine } from '../support/set-clock.ts';
import { type ChargingStore, chargingStore, everyJob, START_US } from './charging-store.ts';

const US = 1_000_000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

onOneEngineByDay('a pause of charging while the clock is set', (engine) => {
  let charging: ChargingStore;
  let machine: TestMachine;
  let time: StoreClock;
  beforeEach(async () => {
    charging = await chargingStore(engine);
    machine = testMachine({ startUs: START_US });
    const { wall, elapsed, boot, readStoreTime } = machine;
    const { db } = charging.store;
    const opened = await storeClock({ db, log: createLog('silent') }, wall, { elapsed, boot, readStoreTime });
    await opened.recall();
    await opened.compare();
    time = opened;
    await db.transaction((tx) => pauseCharging(tx, { sinceUs: time.clock(), reason: 'a standby' }));
  });
  afterEach(() => charging.close());

  const sinceUs = async () => (await readCharging(charging.store.db)).pause?.sinceUs ?? 0;
  const resume = () => {
    const worker = charging.worker();
    return resumeCharging({ ...worker, clock: time.clock, isCertain: time.isCertain }, worker.log);
  };
  const passMinutes = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      machine.pass(MINUTE);
      await time.compare();
    }
  };
  const assertPauseRestarts = async () => {
    assert.ok(Math.abs((await sinceUs()) - time.clock()) < MINUTE * US, 'the pause started again');
    assert.equal((await resume()).kind, 'too_early');
    await passMinutes(5);
    assert.equal((await resume()).kind, 'too_early', 'the search may not know everything yet');
    await passMinutes(5);
    assert.equal((await resume()).kind, 'resumed');
  };

  for (const hours of [3, -3, 900 * 24, -900 * 24]) {
    test(`a step of ${hours} hours that is confirmed neither ends it early nor keeps it for ever`, async () => {
      machine.pass(MINUTE);
      machine.set(hours * HOUR);
      await time.compare();
      assert.equal(time.isCertain(), false);
      await time.confirm(SYSTEM);
      assert.equal(time.isCertain(), true);
      await assertPauseRestarts();
    });
  }

  test('a step that is accepted after a while restarts the pause too', async () => {
    machine.set(HOUR / 2);
    await time.compare();
    await passMinutes(9);
    assert.equal(time.isCertain(), false);
    await passMinutes(2);
    assert.equal(time.isCertain(), true);
    assert.ok(time.clock() - (await sinceUs()) < 2 * MINUTE * US, 'the pause started again');
  });

  test('does not end while the clock is not trusted', async () => {
    await passMinutes(10);
    machine.set(3 * HOUR);
    await time.compare();
    assert.equal((await resume()).kind, 'in_doubt');
    machine.set(0);
    await time.compare();
    assert.equal((await resume()).kind, 'resumed');
  });

  for (const hours of [3, -3]) {
    test(`a step of ${hours} hours does not shorten the wait for a charge without a response`, async () => {
      const { book } = charging;
      await charging.store.db.transaction((tx) =>
        tx.query('UPDATE charging SET paused_at_us = NULL, pause_reason = NULL'),
      );
      const { id, ...rhythm } = await charging.begin({ interval: 'daily', intervalCount: 1 });
      const jobs = async () => {
        charging.setNow(Math.floor(time.clock()));
        await everyJob({ ...charging.worker(), clock: time.clock, isCertain: time.isCertain });
      };
      machine.pass((periodDueAtUs(rhythm, 1) - time.clock()) / US + 1);
      await time.compare();
      book.fault = 'lost_response';
      await jobs();
      book.fault = null;
      machine.pass(MINUTE);
      machine.set(hours * HOUR);
      await time.compare();
      await time.confirm(SYSTEM);
      // The acquirer's clock was not set, so its search lags as long as before.
      book.charges.push(
        ...book.charges.splice(0).map((charge) => ({ ...charge, atUs: charge.atUs + hours * HOUR * US })),
      );
      await jobs();
      assert.deepEqual(
        (await charging.payments(id)).map(({ status }) => status),
        ['processing'],
      );
      for (let minute = 0; minute < 70; minute++) {
        machine.pass(MINUTE);
        await time.compare();
        await jobs();
      }
      await charging.assertEachPeriodOnce(id, 1);
    });
  }
});
