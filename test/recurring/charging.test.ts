import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { Payment } from '../../src/core/payment.ts';
import { periodDueAtUs } from '../../src/core/recurring.ts';
import { applyVerification } from '../../src/features/payments/apply-verification.ts';
import { checkLatePayments } from '../../src/features/payments/check-late-payments.ts';
import { listDiscrepancies } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { cancelSubscription } from '../../src/features/subscriptions/change-subscription.ts';
import { chargeDueSubscriptions } from '../../src/features/subscriptions/charge-subscription.ts';
import { planCharge } from '../../src/features/subscriptions/plan-charge.ts';
import { requestCharge } from '../../src/features/subscriptions/request-charge.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { assertSound } from '../support/soundness.ts';
import {
  type ChargingStore,
  chargingStore,
  everyJob,
  liveUntil as liveWith,
  START_US,
  US_PER_DAY,
} from './charging-store.ts';

const DAILY = { interval: 'daily', intervalCount: 1 } as const;
const MINUTE_US = 60_000_000;

onOneEngineByDay('charging a card again', (engine) => {
  let charging: ChargingStore;
  beforeEach(async () => {
    charging = await chargingStore(engine);
  });
  afterEach(async () => {
    await assertSound(charging.store.db);
    await charging.close();
  });

  const chargedPeriods = () => charging.book.charges.map(({ period }) => period);
  const statuses = async (id: string, period?: number) =>
    (await charging.payments(id, period)).map(({ status, failureReason }) => failureReason ?? status);
  const liveUntil = (us: number, everyUs = 5 * MINUTE_US, worker = charging.worker()) =>
    liveWith(charging, us, { everyUs, worker });

  /** Charges the first daily period with a request that never arrives. Returns the payment, which stays open. */
  const loseFirstCharge = async (id: string): Promise<Payment> => {
    charging.book.fault = 'lost_request';
    charging.setNow(START_US + US_PER_DAY + MINUTE_US);
    await everyJob(charging.worker());
    charging.book.fault = null;
    const [lost] = await charging.payments(id);
    assert.ok(lost);
    return lost;
  };

  test("charges nothing before the period is due, and then charges within one round of the worker's jobs", async () => {
    const subscription = await charging.begin({ interval: 'monthly', intervalCount: 1 });
    const dueAtUs = periodDueAtUs(subscription, 1);
    assert.equal(subscription.nextChargeAtUs, dueAtUs);
    charging.setNow(dueAtUs - MINUTE_US);
    await everyJob(charging.worker());
    assert.deepEqual(await charging.payments(subscription.id), []);
    charging.setNow(dueAtUs);
    await everyJob(charging.worker());
    const [payment] = await charging.payments(subscription.id);
    assert.equal(payment?.status, 'completed');
    assert.equal(payment?.recurringInterval, null);
    assert.ok((payment?.createdAtUs ?? 0) - dueAtUs < MINUTE_US);
    assert.equal(payment?.providerRef, `charge-${payment?.id}`);
    assert.notEqual(payment?.id, subscription.firstPaymentId);
    await charging.assertEachPeriodOnce(subscription.id, 1);
  });

  test('a lost response: the charge is found, and nothing is charged again', async () => {
    const { id } = await charging.begin(DAILY);
    charging.book.fault = 'lost_response';
    await charging.runPeriod(id);
    charging.book.fault = null;
    assert.deepEqual(await statuses(id), ['completed']);
    await charging.runPeriod(id);
    await charging.assertEachPeriodOnce(id, 2);
  });

  // Contract: RECURRING-5
  test('a charge whose request is lost fails, and another payment charges the card once late money would have been seen', async () => {
    const { id } = await charging.begin(DAILY);
    await loseFirstCharge(id);
    await charging.runPeriod(id);
    assert.deepEqual(await statuses(id), ['expired', 'completed']);
    const [lost, paid] = await charging.payments(id);
    assert.ok((paid?.createdAtUs ?? 0) - (lost?.finishedAtUs ?? 0) > 10 * MINUTE_US);
    await charging.assertEachPeriodOnce(id, 1);
  });

  test('three lost requests make the period fail, and the next period is charged', async () => {
    const { id } = await charging.begin(DAILY);
    charging.book.fault = 'lost_request';
    await charging.runPeriod(id);
    assert.deepEqual(await statuses(id), ['expired', 'expired', 'expired']);
    assert.equal((await charging.subscription(id)).consecutiveFailures, 1);
    assert.equal(charging.book.asked.length, 3);
    charging.book.fault = null;
    await charging.runPeriod(id);
    assert.deepEqual(await statuses(id, 2), ['completed']);
    assert.equal((await charging.subscription(id)).consecutiveFailures, 0);
    assert.deepEqual(chargedPeriods(), [2]);
  });

  test('money that arrives after a charge failed is a discrepancy, and the period is not charged again', async () => {
    const { id } = await charging.begin(DAILY);
    const lost = await loseFirstCharge(id);
    await liveUntil(lost.expiresAtUs + MINUTE_US, MINUTE_US);
    assert.deepEqual(await statuses(id), ['expired']);
    // The request arrives only now.
    charging.book.charge(lost, 'paid', START_US);
    await liveUntil(charging.now() + 60 * MINUTE_US, MINUTE_US);
    assert.deepEqual(await statuses(id), ['expired']);
    const found = await listDiscrepancies(charging.store.db, { limit: 10 });
    assert.deepEqual(
      found.map(({ kind, paymentId }) => [kind, paymentId]),
      [['paid_after_failure', lost.id]],
    );
    const { nextPeriod, consecutiveFailures } = await charging.subscription(id);
    assert.deepEqual([nextPeriod, consecutiveFailures], [2, 0]);
    assert.deepEqual(charging.book.asked, [lost.id]);
  });

  test('after an outage that followed a failed charge, late money is looked for before the card is charged again', async () => {
    const { id } = await charging.begin(DAILY);
    const lost = await loseFirstCharge(id);
    await liveUntil(lost.expiresAtUs + MINUTE_US, MINUTE_US);
    assert.deepEqual(await statuses(id), ['expired']);
    charging.book.charge(lost, 'paid', START_US);
    charging.setNow(charging.now() + 120 * MINUTE_US);
    await liveUntil(charging.now() + 10 * MINUTE_US, MINUTE_US);
    assert.deepEqual(await statuses(id), ['expired']);
    assert.deepEqual(charging.book.asked, [lost.id]);
    assert.equal((await charging.subscription(id)).nextPeriod, 2);
  });

  test('a second charge is never requested if late money of the first one arrives before', async () => {
    const { id } = await charging.begin(DAILY);
    const lost = await loseFirstCharge(id);
    await liveUntil(lost.expiresAtUs + 14 * MINUTE_US, MINUTE_US);
    // The worker dies between the second payment and the mark.
    await charging.dieInPeriod(id, 4);
    assert.deepEqual(await statuses(id), ['expired', 'processing']);
    charging.book.charge(lost, 'paid', START_US);
    charging.setNow(charging.now() + 90 * MINUTE_US);
    await checkLatePayments(charging.worker(), 'lakaypay_card');
    await everyJob(charging.worker());
    assert.deepEqual(await statuses(id), ['expired', 'expired']);
    assert.deepEqual(charging.book.asked, [lost.id]);
    const { nextPeriod, periodsLeftOut, consecutiveFailures } = await charging.subscription(id);
    assert.deepEqual([nextPeriod, periodsLeftOut, consecutiveFailures], [2, 0, 0]);
  });

  // Contract: RECURRING-6
  test('a declined charge is not repeated within its period, and counts as a failure', async () => {
    const { id } = await charging.begin(DAILY);
    charging.book.decide = ({ subscriptionPeriod }) => (subscriptionPeriod === 3 ? 'paid' : 'declined');
    const failures: number[] = [];
    for (let period = 1; period <= 5; period++) {
      await charging.runPeriod(id);
      failures.push((await charging.subscription(id)).consecutiveFailures);
    }
    assert.deepEqual(failures, [1, 2, 0, 1, 2]);
    assert.deepEqual(await statuses(id), ['declined', 'declined', 'completed', 'declined', 'declined']);
    assert.equal((await charging.subscription(id)).status, 'active');
    await charging.runPeriod(id);
    const { status, endReason, endedAtUs, nextChargeAtUs } = await charging.subscription(id);
    assert.deepEqual([status, nextChargeAtUs], ['stopped', null]);
    assert.equal(endReason, '3 charges in a row failed, the last one as declined');
    assert.ok(endedAtUs !== null);
    await liveUntil(charging.now() + 5 * US_PER_DAY, US_PER_DAY);
    assert.equal((await charging.payments(id)).length, 6);
  });

  // Contract: RECURRING-7
  test('RECURRING_MAX_FAILURES is the number of failed charges that stops a subscription', async () => {
    const { id } = await charging.begin(DAILY);
    charging.book.decide = () => 'declined';
    await charging.runPeriod(id, { settings: { maxFailures: 1 } });
    const { status, endReason } = await charging.subscription(id);
    assert.deepEqual([status, endReason], ['stopped', 'a charge failed as declined']);
  });

  test('after an outage of a few periods, each is charged in order', async () => {
    const { id, anchorAtUs } = await charging.begin(DAILY);
    charging.setNow(START_US + 3 * US_PER_DAY + MINUTE_US);
    await everyJob(charging.worker());
    assert.deepEqual(chargedPeriods(), [1, 2, 3]);
    await charging.assertEachPeriodOnce(id, 3);
    assert.equal((await charging.subscription(id)).nextChargeAtUs, anchorAtUs + 4 * US_PER_DAY);
  });

  // Contract: RECURRING-8
  test('after an outage of a month, the newest RECURRING_CATCH_UP periods are charged, and the others never', async () => {
    const { id } = await charging.begin(DAILY);
    charging.setNow(START_US + 30 * US_PER_DAY + MINUTE_US);
    await everyJob(charging.worker());
    assert.deepEqual(chargedPeriods(), [28, 29, 30]);
    const { periodsLeftOut, nextPeriod } = await charging.subscription(id);
    assert.deepEqual([periodsLeftOut, nextPeriod], [27, 31]);
    await charging.runPeriod(id, { settings: { catchUp: 1 } });
    charging.setNow(START_US + 40 * US_PER_DAY + MINUTE_US);
    await everyJob(charging.worker({ settings: { catchUp: 1 } }));
    assert.deepEqual(chargedPeriods(), [28, 29, 30, 31, 40]);
  });

  test('a card that declines after an outage is charged for the next missed period only 20 hours later', async () => {
    const { id } = await charging.begin(DAILY);
    charging.book.decide = () => 'declined';
    charging.setNow(START_US + 3 * US_PER_DAY + MINUTE_US);
    await everyJob(charging.worker());
    await liveUntil(charging.now() + 19 * 60 * MINUTE_US, 60 * MINUTE_US);
    assert.deepEqual(await statuses(id), ['declined']);
    charging.book.decide = () => 'paid';
    await liveUntil(charging.now() + 2 * 60 * MINUTE_US, 60 * MINUTE_US);
    assert.deepEqual(await statuses(id), ['declined', 'completed', 'completed']);
    assert.equal((await charging.subscription(id)).status, 'active');
  });

  for (const [name, off, on] of [
    ['a website that is deactivated', { isActive: false }, { isActive: true }],
    ['a method that is switched off', { methods: ['moncash'] }, { methods: ['moncash', 'lakaypay_card'] }],
  ] as const) {
    test(`${name}: periods are skipped, and it continues later`, async () => {
      const { id } = await charging.begin(DAILY);
      await charging.runPeriod(id);
      const set = async (state: { isActive?: boolean; methods?: readonly string[] }) => {
        const { db } = charging.store;
        await db.transaction((tx) =>
          state.methods
            ? tx.query('UPDATE websites SET methods = $2 WHERE id = $1', [charging.websiteId, state.methods.join(',')])
            : tx.query('UPDATE websites SET deactivated_at_us = $2 WHERE id = $1', [
                charging.websiteId,
                state.isActive ? null : charging.now(),
              ]),
        );
      };
      await set(off);
      await liveUntil(START_US + 3.5 * US_PER_DAY, US_PER_DAY / 4);
      assert.deepEqual(chargedPeriods(), [1]);
      const { status, periodsLeftOut, consecutiveFailures } = await charging.subscription(id);
      assert.deepEqual([status, periodsLeftOut, consecutiveFailures], ['active', 2, 0]);
      await set(on);
      await liveUntil(START_US + 5.5 * US_PER_DAY, US_PER_DAY / 4);
      assert.deepEqual(chargedPeriods(), [1, 4, 5]);
    });
  }

  test('a charge stored but not requested before its website was deactivated never is, and the period is skipped', async () => {
    const { id } = await charging.begin(DAILY);
    // The worker dies between the payment and the mark.
    await charging.dieInPeriod(id, 4);
    const { db } = charging.store;
    await db.transaction((tx) =>
      tx.query('UPDATE websites SET deactivated_at_us = $2 WHERE id = $1', [charging.websiteId, charging.now()]),
    );
    await liveUntil(charging.now() + 60 * MINUTE_US);
    assert.deepEqual(charging.book.asked, []);
    assert.deepEqual(await statuses(id), ['expired']);
    const { nextPeriod, periodsLeftOut, consecutiveFailures } = await charging.subscription(id);
    assert.deepEqual([nextPeriod, periodsLeftOut, consecutiveFailures], [2, 1, 0]);
  });

  test('after an outage of a month, the newest periods are charged, and an older stored payment is not requested', async () => {
    for (const diesAt of [4, 6]) {
      const { id } = await charging.begin(DAILY);
      await charging.dieInPeriod(id, diesAt);
      charging.setNow(charging.now() + 30 * US_PER_DAY);
      await liveUntil(charging.now() + 60 * MINUTE_US);
      assert.deepEqual(await statuses(id), ['expired', 'completed', 'completed', 'completed']);
      const { nextPeriod, periodsLeftOut } = await charging.subscription(id);
      assert.deepEqual([nextPeriod, periodsLeftOut], [32, 28]);
      await cancelSubscription(charging.worker(), id, 'over');
    }
  });

  test('without a provider that can charge cards, charging waits, and continues when there is one', async () => {
    const { id } = await charging.begin(DAILY);
    await liveUntil(START_US + 1.2 * US_PER_DAY, US_PER_DAY / 10, {
      ...charging.worker(),
      providerFor: () => undefined,
    });
    assert.deepEqual(await charging.payments(id), []);
    await liveUntil(START_US + 1.4 * US_PER_DAY, US_PER_DAY / 10);
    await charging.assertEachPeriodOnce(id, 1);
  });

  test('a charge that takes longer than every lease is requested once, while other workers run', async () => {
    const { id } = await charging.begin(DAILY);
    const gate = Promise.withResolvers<void>();
    charging.book.onItsWay = () => gate.promise;
    charging.setNow(START_US + US_PER_DAY + MINUTE_US);
    const slow = chargeDueSubscriptions(charging.worker(), 'live');
    await untilAsked();
    await liveUntil(charging.now() + 20 * MINUTE_US, MINUTE_US);
    assert.deepEqual(await statuses(id), ['processing']);
    gate.resolve();
    await slow;
    await liveUntil(charging.now() + MINUTE_US, MINUTE_US);
    await charging.assertEachPeriodOnce(id, 1);
  });

  test('a status that was read before the charge was requested is ignored', async () => {
    const { id } = await charging.begin(DAILY);
    // The worker dies between the payment and the mark.
    await charging.dieInPeriod(id, 4);
    const [unasked] = await charging.payments(id);
    assert.deepEqual([unasked?.status, unasked?.chargeAskedAtUs], ['processing', null]);
    charging.setNow((unasked?.expiresAtUs ?? 0) + MINUTE_US);
    const other = charging.worker();
    const provider = other.providerFor('live', 'lakaypay_card');
    const verification = await provider!.verify(unasked!, other.log);
    assert.deepEqual(verification.outcome, { status: 'failed', failureReason: 'expired' });
    // Another worker requests the charge at this moment, and the request is on its way.
    const gate = Promise.withResolvers<void>();
    charging.book.onItsWay = () => gate.promise;
    const charge = chargeDueSubscriptions(charging.worker(), 'live');
    await untilAsked();
    assert.equal((await applyVerification(other, unasked!, verification, other.log)).status, 'processing');
    // From here the charge has its full time, although its payment is old.
    await liveUntil(charging.now() + 20 * MINUTE_US, MINUTE_US);
    assert.deepEqual(await statuses(id), ['processing']);
    gate.resolve();
    await charge;
    await charging.assertEachPeriodOnce(id, 1);
    assert.deepEqual(await statuses(id), ['completed']);
  });

  test('a status that was read before the charge was requested is ignored, even during a cancellation', async () => {
    const { id } = await charging.begin(DAILY);
    await charging.dieInPeriod(id, 4);
    const [unasked] = await charging.payments(id);
    charging.setNow((unasked?.expiresAtUs ?? 0) + MINUTE_US);
    const other = charging.worker();
    const verification = await other.providerFor('live', 'lakaypay_card')!.verify(unasked!, other.log);
    const gate = Promise.withResolvers<void>();
    charging.book.onItsWay = () => gate.promise;
    const charge = chargeDueSubscriptions(charging.worker(), 'live');
    await untilAsked();
    await cancelSubscription(charging.worker(), id, 'moved');
    assert.equal((await applyVerification(other, unasked!, verification, other.log)).status, 'processing');
    gate.resolve();
    await charge;
    assert.deepEqual(await statuses(id), ['completed']);
    assert.deepEqual(await listDiscrepancies(charging.store.db, { limit: 10 }), []);
  });

  test('only the worker that sets the mark requests a charge: one of two, and none after a cancellation', async () => {
    const cancelled = await charging.begin(DAILY);
    const twice = await charging.begin(DAILY);
    for (const [subscription, expected] of [
      [twice, 1],
      [cancelled, 0],
    ] as const) {
      await charging.dieInPeriod(subscription.id, 4);
      const worker = charging.worker();
      const plans = await Promise.all(
        [1, 2].map(() => worker.db.transaction((tx) => planCharge(tx, worker, subscription.id))),
      );
      // The cancellation is cut off before it fails the unrequested charge. Only the mark prevents the request.
      if (expected === 0)
        await cancelSubscription(charging.worker({ diesAt: 1 }), subscription.id, 'moved').catch(() => {});
      const before = charging.book.asked.length;
      const gate = Promise.withResolvers<void>();
      charging.book.onItsWay = () => gate.promise;
      const asking = plans.map((plan) => {
        assert.ok(plan.kind === 'charge' && plan.payment.chargeAskedAtUs === null);
        return requestCharge(worker, plan, worker.log);
      });
      await Promise.race(asking);
      gate.resolve();
      await Promise.all(asking);
      assert.equal(charging.book.asked.length - before, expected);
    }
  });

  test('a process that slept between its mark and the request does not send it', async () => {
    const { id } = await charging.begin(DAILY);
    const worker = charging.worker();
    charging.setNow(START_US + US_PER_DAY + MINUTE_US);
    let commits = 0;
    const { db } = worker;
    const sleepy = {
      ...worker,
      db: {
        ...db,
        async transaction<T>(work: Parameters<typeof db.transaction<T>>[0]) {
          const result = await db.transaction(work);
          // The three commits are the claim, the payment and the mark.
          if (++commits === 3) charging.setNow(charging.now() + 50 * MINUTE_US);
          return result;
        },
      },
    };
    await chargeDueSubscriptions(sleepy, 'live');
    assert.deepEqual(charging.book.asked, []);
    await charging.runPeriod(id);
    assert.deepEqual(await statuses(id), ['expired', 'completed']);
    await charging.assertEachPeriodOnce(id, 1);
  });

  test('a cancellation during a charge lets that charge finish, and it is the last one', async () => {
    const { id } = await charging.begin(DAILY);
    const gate = Promise.withResolvers<void>();
    charging.book.onItsWay = () => gate.promise;
    charging.setNow(START_US + US_PER_DAY + MINUTE_US);
    const charge = chargeDueSubscriptions(charging.worker(), 'live');
    await untilAsked();
    const cancelled = await cancelSubscription(charging.worker(), id, 'the customer left');
    assert.deepEqual([cancelled?.status, cancelled?.endReason], ['cancelled', 'the customer left']);
    await assert.rejects(cancelSubscription(charging.worker(), id, 'again'), {
      name: 'OperatorError',
      code: 'conflict',
      message: /has already ended/,
    });
    assert.deepEqual(await statuses(id), ['processing']);
    gate.resolve();
    await charge;
    await liveUntil(charging.now() + 3 * US_PER_DAY, US_PER_DAY / 2);
    assert.deepEqual(await statuses(id), ['completed']);
    assert.deepEqual(chargedPeriods(), [1]);
  });

  test('a charge is never requested after a cancellation, even if the process that cancels dies', async () => {
    for (const isCancelCutOff of [false, true]) {
      const { id } = await charging.begin(DAILY);
      await charging.dieInPeriod(id, 4);
      assert.deepEqual(await statuses(id), ['processing']);
      const canceller = charging.worker(isCancelCutOff ? { diesAt: 1 } : {});
      await cancelSubscription(canceller, id, 'moved').catch(() => {});
      assert.equal((await charging.subscription(id)).status, 'cancelled');
      await liveUntil(charging.now() + US_PER_DAY, 10 * MINUTE_US);
      assert.deepEqual(await statuses(id), [isCancelCutOff ? 'expired' : 'cancelled']);
    }
    assert.deepEqual(charging.book.asked, []);
  });

  // Contract: RECURRING-9
  test('a hundred races of a charge and a cancellation: a requested charge finishes, and none is requested later', async (context) => {
    let charged = 0;
    for (let round = 0; round < 100; round++) {
      charging.setNow(START_US);
      const { id } = await charging.begin(DAILY, { id: 2_000_000_000_000_000 + round });
      charging.setNow(START_US + US_PER_DAY + MINUTE_US);
      const before = charging.book.asked.length;
      const worker = charging.worker();
      let isCharged = false;
      const charge = chargeDueSubscriptions(worker, 'live').then(() => (isCharged = true));
      while (worker.mortal.passed.length < round % 12 && !isCharged) await new Promise((done) => setImmediate(done));
      await Promise.all([charge, cancelSubscription(charging.worker(), id, 'race')]);
      await everyJob(charging.worker());
      const asked = charging.book.asked.length - before;
      assert.ok(asked <= 1);
      const expected = asked === 1 ? ['completed'] : (await statuses(id)).filter((status) => status === 'cancelled');
      assert.deepEqual(await statuses(id), expected);
      charged += asked;
      const { status } = await charging.subscription(id);
      assert.equal(status, 'cancelled');
    }
    context.diagnostic(`${charged} of 100 were charged before they were cancelled`);
  });

  // Not on SQLite: its connections in one thread would wait for each other.
  if (engine === 'postgres') {
    test('two workers with their own connections share fifty cards, and charge each once a day', async (context) => {
      const ids: string[] = [];
      for (let card = 0; card < 50; card++) ids.push((await charging.begin(DAILY)).id);
      const workers = [charging.worker({ db: charging.store.open() }), charging.worker({ db: charging.store.open() })];
      for (let day = 1; day <= 4; day++) {
        charging.setNow(START_US + day * US_PER_DAY + MINUTE_US);
        for (let round = 0; round < 8; round++) await Promise.all(workers.map((worker) => everyJob(worker)));
      }
      for (const id of ids) await charging.assertEachPeriodOnce(id, 4);
      assert.equal(charging.book.charges.length, 200);
      const shares = workers.map(({ mortal }) => mortal.passed.filter((name) => name === 'after the charge').length);
      context.diagnostic(`charged by each of the two: ${shares.join(' and ')}`);
      assert.ok(shares.every((share) => share > 0));
    });
  }

  test('the card token is sealed in the store, and opens for its own subscription only', async () => {
    const first = await charging.begin(DAILY);
    const second = await charging.begin(DAILY);
    const { box } = charging.worker();
    assert.doesNotMatch(first.cardTokenSealed, /token/);
    assert.equal(box.open('card-token', first.cardTokenSealed, first.id), 'the-token');
    assert.throws(() => box.open('card-token', first.cardTokenSealed, second.id));
    const everything = await charging.store.db.query('SELECT * FROM payments');
    assert.doesNotMatch(JSON.stringify(everything), /the-token/);
  });

  async function untilAsked(): Promise<void> {
    const before = charging.book.asked.length;
    while (charging.book.asked.length === before) await new Promise((done) => setImmediate(done));
  }
});
