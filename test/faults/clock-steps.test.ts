import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildJobs } from '../../src/app/build-jobs.ts';
import { requestNotes } from '../../src/app/request-notes.ts';
import { readConfig } from '../../src/config.ts';
import { SYSTEM } from '../../src/core/actor.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { subscriptionId } from '../../src/features/subscriptions/start-subscription.ts';
import { listSubscriptionPayments } from '../../src/features/subscriptions/store/charges.ts';
import { findSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { logTelemetry } from '../../src/platform/log/log-telemetry.ts';
import type { Round } from '../../src/worker/job.ts';
import { roundOf } from '../../src/worker/supervise-jobs.ts';
import { newPayment } from '../pages/visitor.ts';
import { type EmptyStore, type Engine, newStore, onOneEngineByDay } from '../support/engines.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type TestMachine, testMachine } from '../support/set-clock.ts';
import { assertSound } from '../support/soundness.ts';
import { byTier } from '../support/tier.ts';
import { verbsOf } from '../support/verbs.ts';

const US = 1_000_000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIFE_SECONDS = HOUR;
const SETTINGS = {
  ROLES: 'api',
  SANDBOX_EXPIRY_SECONDS: String(LIFE_SECONDS),
  WEBHOOK_LOG_DAYS: '30',
  STILL_OPEN_HOURS: '48',
};
/** How often the clock is set in the simulation; thousands take minutes. */
const STEPS = Number(process.env.CLOCK_STEPS ?? byTier({ day: 5, night: 40 }));
/** By how many seconds a clock is set wrong. */
const ERRORS = [
  3,
  -3,
  45,
  -45,
  10 * MINUTE,
  -10 * MINUTE,
  5 * HOUR,
  -5 * HOUR,
  40 * DAY,
  -40 * DAY,
  900 * DAY,
  -900 * DAY,
];

/** A gateway on a machine whose time the test controls, and the rounds of its worker. */
interface Stage {
  readonly place: EmptyStore;
  readonly machine: TestMachine;
  gateway(): TestGateway;
  /** Lets time pass: the clocks are compared as often as a gateway does it, and every job runs its rounds. */
  pass(seconds: number): Promise<void>;
  /** Ends the gateway and starts it again. */
  restart(whileDown?: () => void): Promise<void>;
  stop(): Promise<void>;
}

async function stageOn(engine: Engine): Promise<Stage> {
  const place = await newStore(engine);
  const machine = testMachine();
  const log = createLog('silent');
  let gateway: TestGateway;
  let rounds: Round[];
  let close: () => Promise<void>;
  const start = async () => {
    gateway = await startTestGateway(engine, { clock: machine, sharedStore: place, settings: SETTINGS });
    const { store } = gateway;
    const verbs = await verbsOf(gateway);
    close = verbs.close;
    const telemetry = logTelemetry;
    const notes = requestNotes({ clock: store.clock, log, telemetry });
    const signals = { log, telemetry, wake() {}, onOutdated() {}, stopMs: 0, ...notes };
    rounds = buildJobs(readConfig(gateway.settings), store, verbs, signals)
      .filter((job) => 'round' in job)
      .filter(({ runsOn }) => runsOn === 'workers')
      .map((job) => roundOf(job, store.isCertain));
  };
  const stop = async () => {
    await gateway.stop();
    await close();
  };
  await start();
  return {
    place,
    machine,
    gateway: () => gateway,
    async pass(seconds) {
      for (let left = seconds; left > 0; ) {
        const part = Math.min(left, seconds >= 2 * HOUR ? 10 * MINUTE : seconds >= 5 * MINUTE ? MINUTE : 10);
        left -= part;
        machine.pass(part);
        await gateway.store.compare();
        for (const round of rounds) while ((await round()).isMoreWaiting);
      }
    },
    async restart(whileDown = () => {}) {
      await stop();
      whileDown();
      await start();
    },
    async stop() {
      await assertSound(gateway.store.db);
      await stop();
      await place.drop();
    },
  };
}

/** The difference between the gateway's time and the true time, in seconds. */
function wrongSeconds({ machine, gateway }: Stage): number {
  return Math.abs(gateway().store.clock() - machine.trueUs()) / US;
}

async function openPayment(stage: Stage): Promise<{ id: number; madeAtUs: number }> {
  const { transaction_id: id } = await newPayment(stage.gateway(), 'moncash');
  return { id: Number(id), madeAtUs: stage.machine.trueUs() };
}

async function dailySubscription(stage: Stage): Promise<{ id: string; madeAtUs: number }> {
  const recurring = { recurring: true, recurring_interval: 'daily', recurring_interval_count: 1 };
  const { transaction_id: id } = await newPayment(stage.gateway(), 'lakaypay_card', recurring);
  await stage.gateway().api.post(`/test_helpers/payments/${id}/complete`);
  return { id: subscriptionId(Number(id)), madeAtUs: stage.machine.trueUs() };
}

async function paymentStatus(stage: Stage, { id }: { id: number }): Promise<string | undefined> {
  return (await findPayment(stage.gateway().store.db, id))?.status;
}

async function charges(stage: Stage, { id }: { id: string }): Promise<number> {
  return (await listSubscriptionPayments(stage.gateway().store.db, id)).length;
}

onOneEngineByDay('a clock that is set', (engine) => {
  for (const error of byTier({ day: [-40 * DAY, 2 * HOUR], night: [40 * DAY, -40 * DAY, 2 * HOUR, 900 * DAY] })) {
    // Contract: TIME-2
    test(`by ${error} seconds for six seconds: nothing expires, no card is charged early, and everything resumes afterwards`, async () => {
      const stage = await stageOn(engine);
      try {
        const payment = await openPayment(stage);
        const subscription = await dailySubscription(stage);
        stage.machine.set(error);
        await stage.pass(6);
        assert.equal(stage.gateway().store.doubt()?.stepUs, error * US);
        const duringStep = await openPayment(stage);
        assert.equal(await paymentStatus(stage, payment), 'processing');
        assert.equal(await charges(stage, subscription), 0);
        const { json: ready } = await stage.gateway().client(null).get(`${stage.gateway().url}/readyz`);
        assert.deepEqual([ready.status, ready.clock.status, ready.clock.step_seconds], ['ready', 'in_doubt', error]);
        stage.machine.set(0);
        await stage.pass(10);
        assert.ok(stage.gateway().store.isCertain());
        assert.ok(wrongSeconds(stage) < 1);
        await stage.pass(LIFE_SECONDS + MINUTE);
        assert.equal(await paymentStatus(stage, payment), 'failed');
        assert.equal(await paymentStatus(stage, duringStep), 'failed');
        await stage.pass(DAY);
        assert.equal(await charges(stage, subscription), 1);
      } finally {
        await stage.stop();
      }
    });

    // Contract: TIME-2
    test(`by ${error} seconds, found when the gateway and the machine restart: nothing expires or is charged early`, async () => {
      const stage = await stageOn(engine);
      try {
        const payment = await openPayment(stage);
        const subscription = await dailySubscription(stage);
        const { testKey } = stage.gateway();
        for (const isBoot of [false, true]) {
          await stage.restart(() => {
            stage.machine.pass(20);
            stage.machine.set(error);
            if (isBoot) stage.machine.restart();
          });
          await stage.pass(6);
          assert.ok(!stage.gateway().store.isCertain());
          // A payment that can still be paid must not fail, whether verify or its page checks it.
          const verified = await stage.gateway().client(testKey).post(`/payments/${payment.id}/verify`);
          assert.equal(verified.json.data.status, 'processing');
          assert.equal(await paymentStatus(stage, payment), 'processing');
          assert.equal(await charges(stage, subscription), 0);
          const duringStep = await openPayment(stage);
          stage.machine.set(0);
          await stage.pass(10);
          assert.ok(stage.gateway().store.isCertain());
          assert.ok(wrongSeconds(stage) < 60, 'the time is as exact as the time that the store has recorded');
          await stage.pass(5 * MINUTE);
          assert.equal(await paymentStatus(stage, duringStep), 'processing');
        }
        await stage.pass(LIFE_SECONDS);
        assert.equal(await paymentStatus(stage, payment), 'failed');
        await stage.pass(DAY);
        assert.equal(await charges(stage, subscription), 1);
        const open = await stage.gateway().store.db.query('SELECT id FROM payments WHERE next_check_at_us IS NOT NULL');
        assert.deepEqual(open, [], 'the payment that was created during the step has expired as well');
      } finally {
        await stage.stop();
      }
    });
  }

  // Contract: TIME-3
  test('permanently: the gateway adopts the new time after a day, or as soon as an operator confirms it', async () => {
    const stage = await stageOn(engine);
    try {
      const [payment, subscription] = [await openPayment(stage), await dailySubscription(stage)];
      stage.machine.set(5 * DAY);
      await stage.pass(2 * HOUR);
      assert.equal(await paymentStatus(stage, payment), 'processing', 'nothing expires before that');
      await stage.pass(23 * HOUR);
      assert.ok(stage.gateway().store.isCertain());
      assert.ok(Math.abs(wrongSeconds(stage) - 5 * DAY) < 2);
      assert.equal(await paymentStatus(stage, payment), 'failed');
      assert.ok((await charges(stage, subscription)) > 0);

      const later = await openPayment(stage);
      stage.machine.set(0);
      await stage.pass(10);
      assert.ok(!stage.gateway().store.isCertain());
      // The confirmation comes from another process, as with the command line.
      const other = await startTestGateway(engine, {
        clock: stage.machine,
        sharedStore: stage.place,
        settings: { ROLES: 'api' },
      });
      await other.store.confirm(SYSTEM);
      await other.stop();
      await stage.pass(10);
      assert.ok(stage.gateway().store.isCertain());
      assert.ok(wrongSeconds(stage) < 2);
      // This payment was created while the clock was five days ahead, but still has an hour to be paid.
      await stage.pass(HOUR / 2);
      assert.equal(await paymentStatus(stage, later), 'processing');
      await stage.pass(HOUR);
      assert.equal(await paymentStatus(stage, later), 'failed');
      const { id } = await openPayment(stage);
      assert.ok(id > later.id, 'ids grow all the same');
    } finally {
      await stage.stop();
    }
  });

  test('repeatedly: whatever the clock says, no payment fails before its time, and no period is charged early or twice', {
    timeout: 60_000 + STEPS * 2_000,
  }, async (context) => {
    const random = seededRandom();
    context.diagnostic(`TEST_SEED=${random.seed} CLOCK_STEPS=${STEPS}`);
    const stage = await stageOn(engine);
    const pick = () => ERRORS[random.between(0, ERRORS.length - 1)] as number;
    const payments: { id: number; madeAtUs: number }[] = [];
    const subscriptions = [await dailySubscription(stage)];
    const check = async (when: string) => {
      const { db } = stage.gateway().store;
      for (const { id, madeAtUs } of payments) {
        const found = await findPayment(db, id);
        const livedSeconds = (stage.machine.trueUs() - madeAtUs) / US;
        if (found?.status === 'failed')
          assert.ok(livedSeconds > LIFE_SECONDS - 90, `${when}: ${id} had ${livedSeconds} s`);
      }
      for (const { id, madeAtUs } of subscriptions) {
        const due = Math.floor(((stage.machine.trueUs() - madeAtUs) / US + 90) / DAY);
        assert.ok((await charges(stage, { id })) <= due, `${when}: charged ${await charges(stage, { id })} of ${due}`);
      }
      await assertSound(db);
    };
    try {
      for (let step = 1; step <= STEPS; step++) {
        const error = pick();
        const when = `seed ${random.seed}, step ${step}, ${error} s`;
        const isRestart = random.percent(15);
        const isBoot = isRestart && random.percent(50);
        if (isRestart) {
          await stage.restart(() => {
            stage.machine.pass(random.between(1, 30));
            stage.machine.set(error);
            if (isBoot) stage.machine.restart();
          });
        } else stage.machine.set(error);
        // Shorter than the shortest time after which a step is accepted.
        await stage.pass(random.between(1, 50));
        payments.push(await openPayment(stage));
        await check(when);
        stage.machine.set(0);
        // After a boot, a clock that is a little wrong is trusted. Then setting it right is a step too, which takes longer to be accepted.
        await stage.pass(isBoot ? 75 : random.between(10, 60));
        if (random.percent(50)) payments.push(await openPayment(stage));
        await check(`${when}, and back`);
        assert.ok(stage.gateway().store.isCertain(), when);
        assert.ok(wrongSeconds(stage) < 90, `${when}: ${wrongSeconds(stage)} s`);
      }
      await stage.pass(2 * LIFE_SECONDS);
      for (const payment of payments) assert.equal(await paymentStatus(stage, payment), 'failed', String(payment.id));
      await stage.pass(DAY);
      for (const { id, madeAtUs } of subscriptions) {
        const due = Math.floor((stage.machine.trueUs() - madeAtUs) / US / DAY);
        assert.equal((await findSubscription(stage.gateway().store.db, id))?.nextPeriod, due + 1);
        assert.equal(await charges(stage, { id }), due);
      }
      assert.equal(new Set(payments.map(({ id }) => id)).size, payments.length);
    } finally {
      await stage.stop();
    }
  });
});
