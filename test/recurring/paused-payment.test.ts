import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { periodDueAtUs } from '../../src/core/recurring.ts';
import { pauseSubscription, resumeSubscription } from '../../src/features/subscriptions/change-subscription.ts';
import { planCharge } from '../../src/features/subscriptions/plan-charge.ts';
import { requestCharge } from '../../src/features/subscriptions/request-charge.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { assertSound } from '../support/soundness.ts';
import { type ChargingStore, chargingStore, everyJob, liveUntil, START_US, US_PER_DAY } from './charging-store.ts';

const DAILY = { interval: 'daily', intervalCount: 1 } as const;
const HOUR_US = 3_600_000_000;

onOneEngineByDay('a paused subscription', (engine) => {
  let charging: ChargingStore;
  beforeEach(async () => {
    charging = await chargingStore(engine);
  });
  afterEach(async () => {
    await assertSound(charging.store.db);
    await charging.close();
  });

  const chargedPeriods = () => charging.book.charges.map(({ period }) => period);
  const pause = (id: string) => pauseSubscription(charging.worker(), id);
  const resume = (id: string) => resumeSubscription(charging.worker(), id);
  /** Runs the jobs until this many days after the subscription started. */
  const liveUntilDay = (days: number) => liveUntil(charging, START_US + days * US_PER_DAY, { everyUs: HOUR_US });

  test('is not charged, keeps its rhythm, and resumes with the next period that falls due', async () => {
    const { id } = await charging.begin(DAILY);
    await liveUntilDay(1.5);
    await pause(id);
    await liveUntilDay(4.5);
    assert.deepEqual(chargedPeriods(), [1]);
    const paused = await charging.subscription(id);
    assert.deepEqual([paused.status, paused.periodsLeftOut, paused.nextPeriod], ['active', 3, 5]);
    await resume(id);
    await liveUntilDay(4.9);
    assert.deepEqual(chargedPeriods(), [1], 'no charge at once');
    await liveUntilDay(6.5);
    assert.deepEqual(chargedPeriods(), [1, 5, 6]);
    const sent = await charging.store.db.query('SELECT id FROM deliveries');
    assert.equal(sent.length, 4, 'no webhook of a period that was skipped');
  });

  test('is not charged for any period of the pause, even if no worker ran in the meantime', async () => {
    const { id } = await charging.begin(DAILY);
    await pause(id);
    charging.setNow(START_US + 4.5 * US_PER_DAY);
    await resume(id);
    charging.setNow(START_US + 5.5 * US_PER_DAY);
    await everyJob(charging.worker());
    await liveUntilDay(6.5);
    assert.deepEqual(chargedPeriods(), [5, 6]);
    assert.equal((await charging.subscription(id)).periodsLeftOut, 4);
  });

  test('is not charged when it is paused between the decision and the request to the provider', async () => {
    const subscription = await charging.begin(DAILY);
    const { id } = subscription;
    charging.setNow(periodDueAtUs(subscription, 1));
    const worker = charging.worker();
    const plan = await charging.store.db.transaction((tx) => planCharge(tx, worker, id));
    assert.equal(plan.kind, 'charge');
    await pause(id);
    assert.equal(plan.kind === 'charge' && (await requestCharge(worker, plan, worker.log)), false);
    await liveUntilDay(2.5);
    assert.deepEqual(chargedPeriods(), []);
    await resume(id);
    await liveUntilDay(3.5);
    assert.deepEqual(chargedPeriods(), [3]);
  });

  // The points of test/recurring/crashes.test.ts, counted from 0.
  const POINTS = [
    ['planned', 3, 0],
    ['about to be marked', 4, 0],
    ['marked as requested', 5, 0],
    ['about to be charged', 6, 0],
    ['charged', 7, 1],
  ] as const;
  for (const [name, diesAt, charges] of POINTS) {
    test(`whose worker died when the period was ${name}: the pause has ${charges} charges, all of that period`, async () => {
      const { id } = await charging.begin(DAILY);
      await charging.dieInPeriod(id, diesAt);
      await pause(id);
      await liveUntilDay(3.5);
      assert.deepEqual(chargedPeriods(), charges === 1 ? [1] : []);
      const [payment, ...others] = await charging.payments(id);
      assert.equal(payment?.status, charges === 1 ? 'completed' : 'failed');
      assert.deepEqual(others, []);
      await resume(id);
      await liveUntilDay(4.5);
      assert.equal(chargedPeriods().length, charges + 1);
      assert.equal(chargedPeriods().at(-1), 4);
    });
  }
});
