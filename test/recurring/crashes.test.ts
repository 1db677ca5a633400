import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { onOneEngineByDay } from '../support/engines.ts';
import { byTier } from '../support/tier.ts';
import { type ChargingStore, chargingStore } from './charging-store.ts';

/** The points that a worker passes in one period: claim, payment, mark, charge, result, end of the period. */
const POINTS = [
  ...['before a commit', 'after a commit'],
  ...['before a commit', 'after a commit'],
  ...['before a commit', 'after a commit'],
  ...['before the charge', 'after the charge'],
  ...['before a commit', 'after a commit'],
  ...['before a commit', 'after a commit'],
];
const MARKED = POINTS.indexOf('before the charge') - 1;

onOneEngineByDay('a worker that dies while it charges', (engine) => {
  let charging: ChargingStore;
  beforeEach(async () => {
    charging = await chargingStore(engine);
  });
  afterEach(() => charging.close());

  test('passes these points, and no other', async () => {
    const { id } = await charging.begin({ interval: 'daily', intervalCount: 1 });
    const { passed } = await charging.runPeriod(id);
    assert.deepEqual(passed, POINTS);
    await charging.assertEachPeriodOnce(id, 1);
  });

  for (const [index, name] of POINTS.entries()) {
    // Contract: RECURRING-4
    test(`at point ${index}, ${name}: the period is charged once`, async () => {
      const { id } = await charging.begin({ interval: 'daily', intervalCount: 1 });
      const { isDead, passed } = await charging.runPeriod(id, { diesAt: index });
      assert.ok(isDead());
      assert.equal(passed.at(-1), name);
      await charging.assertEachPeriodOnce(id, 1);
      const payments = await charging.payments(id, 1);
      // The payment is marked, but the provider has no charge. It looks like a charge on its way, until it fails.
      const isGivenUp = index === MARKED || index === MARKED + 1;
      assert.deepEqual(
        payments.map(({ status }) => status),
        isGivenUp ? ['failed', 'completed'] : ['completed'],
      );
      assert.deepEqual(
        payments.map(({ failureReason }) => failureReason),
        isGivenUp ? ['expired', null] : [null],
      );
      // The next period is charged as usual.
      await charging.runPeriod(id);
      await charging.assertEachPeriodOnce(id, 2);
    });
  }

  test('at every point in turn, as one worker after another in one period: each period is charged once', async (context) => {
    const { id } = await charging.begin({ interval: 'monthly', intervalCount: 1 });
    // Each worker starts when the lease of the previous one has expired, and gets one point further at most.
    for (let diesAt = 0; diesAt < POINTS.length; diesAt++) await charging.dieInPeriod(id, diesAt);
    await charging.runPeriod(id);
    const { nextPeriod } = await charging.subscription(id);
    await charging.assertEachPeriodOnce(id, nextPeriod - 1);
    context.diagnostic(`${(await charging.payments(id)).length} payments for ${nextPeriod - 1} periods`);
  });

  const rhythms = [
    { name: 'monthly on the 31st', interval: 'monthly', intervalCount: 1, periods: 12 },
    { name: 'weekly', interval: 'weekly', intervalCount: 1, periods: byTier({ day: 20, night: 52 }) },
    { name: 'every 12 days', interval: 'daily', intervalCount: 12, periods: 30 },
    { name: 'daily', interval: 'daily', intervalCount: 1, periods: byTier({ day: 60, night: 365 }) },
    { name: 'every 5 weeks', interval: 'weekly', intervalCount: 5, periods: 10 },
    { name: 'quarterly', interval: 'monthly', intervalCount: 3, periods: 4 },
    { name: 'yearly', interval: 'yearly', intervalCount: 1, periods: 1 },
  ] as const;
  for (const { name, periods, ...rhythm } of rhythms) {
    test(`${periods} periods, ${name}, with a crash in every tenth period`, async (context) => {
      const { id } = await charging.begin(rhythm);
      let crashes = 0;
      for (let period = 1; period <= periods; period++) {
        const isCrash = period % 10 === 0 || periods < 10;
        const diesAt = (crashes * 5 + 3) % POINTS.length;
        await charging.runPeriod(id, isCrash ? { diesAt } : {});
        if (isCrash) crashes++;
      }
      await charging.assertEachPeriodOnce(id, periods);
      const all = await charging.payments(id);
      context.diagnostic(`${periods} periods, ${crashes} crashes, ${all.length} payments`);
    });
  }
});
