import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Refund } from '../../src/core/refund.ts';
import { rescheduleFarTimes } from '../../src/database/clock/far-times.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { insertPayments } from '../../src/features/payments/store/insert-payments.ts';
import { insertLateCheck } from '../../src/features/payments/store/late-checks.ts';
import { insertRefund, listRefundsOf, lockRefundMoney } from '../../src/features/refunds/store/refunds.ts';
import { findSubscription, insertSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { backgroundJobs, type JobParts } from '../../src/worker/background-jobs.ts';
import { roundOf } from '../../src/worker/supervise-jobs.ts';
import { onBothEngines } from '../support/engines.ts';
import { inStatus, openTestStore, type Seed, seed, type TestStore } from '../support/store.ts';

const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21) * 1000;

onBothEngines('work that a wrong clock planned for the far future', (engine) => {
  let store: TestStore;
  let owner: Seed;
  before(async () => {
    store = await openTestStore(engine);
    owner = await seed(store.db);
  });
  after(() => store.close());

  const repair = (wasUs = NOW, nowUs = NOW) => rescheduleFarTimes(store.db, { nowUs, wasUs });
  const insert = async (changes: Parameters<Seed['payment']>[0]) => {
    const payment = owner.payment(changes);
    await store.db.transaction((tx) => insertPayments(tx, [payment]));
    return async () => {
      const found = await findPayment(store.db, payment.id);
      return [found?.nextCheckAtUs, found?.expiresAtUs].map((us) => us && (us - NOW) / HOUR);
    };
  };
  const subscribe = async (
    id: string,
    changes: { anchorAtUs: number; nextChargeAtUs: number; testClockUs?: number },
  ) => {
    const first = owner.payment({ ...inStatus('completed'), method: 'lakaypay_card' });
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, [first]);
      const { websiteId, apiKeyId } = owner;
      const of = {
        id,
        firstPaymentId: first.id,
        websiteId,
        apiKeyId,
        mode: 'test',
        cardTokenSealed: 'sealed',
      } as const;
      const rhythm = { interval: 'monthly', intervalCount: 1, nextPeriod: 1 } as const;
      const state = {
        status: 'active',
        consecutiveFailures: 0,
        periodsLeftOut: 0,
        endedAtUs: null,
        endReason: null,
      } as const;
      await insertSubscription(tx, {
        ...of,
        ...rhythm,
        ...state,
        createdAtUs: NOW,
        testClockUs: null,
        pausedAtUs: null,
        skippedUntilUs: null,
        ...changes,
      });
    });
    return async () => (((await findSubscription(store.db, id))?.nextChargeAtUs ?? 0) - NOW) / HOUR;
  };

  test('is due soon again after a step back, even if the clock was distrusted for longer than the length of the step', async () => {
    let [nowUs, isCertain] = [NOW, true];
    const jobs = backgroundJobs({
      db: store.db,
      clock: () => nowUs,
      isCertain: () => isCertain,
      log: createLog('silent'),
      operator: {},
      payments: {},
      recurring: {},
      rates: {},
      retention: {},
      providerFor: () => undefined,
    } as unknown as JobParts);
    const job = jobs.find(({ name }) => name === 'times in the far future');
    assert.ok(job && 'round' in job);
    const round = roundOf(job, () => isCertain);
    await round();
    // The clock was set back by an hour, and was not trusted. For an hour the time continued without the clock.
    isCertain = false;
    nowUs = NOW + 1.05 * HOUR;
    await round();
    const planned = await insert({ createdAtUs: NOW - HOUR, expiresAtUs: NOW, nextCheckAtUs: nowUs + HOUR / 60 });
    await round();
    assert.deepEqual(await planned(), [1.05 + 1 / 60, 0], 'nothing is moved while it is not trusted');
    nowUs = NOW + HOUR / 20;
    isCertain = true;
    await round();
    assert.deepEqual(await planned(), [1 / 20, 0], 'work that was due soon by the earlier time is due now');
  });

  test('becomes due now, only once, and work that was planned correctly is not moved', async () => {
    const created = { createdAtUs: NOW + 40 * DAY, expiresAtUs: NOW + 40 * DAY + HOUR, nextCheckAtUs: NOW + 40 * DAY };
    const future = await insert(created);
    const leased = await insert({ createdAtUs: NOW, expiresAtUs: NOW + HOUR, nextCheckAtUs: NOW + 40 * DAY });
    const usual = await insert({ createdAtUs: NOW - HOUR, expiresAtUs: NOW + DAY, nextCheckAtUs: NOW + HOUR / 4 });
    const month = await insert({ createdAtUs: NOW, expiresAtUs: NOW + 30 * DAY, nextCheckAtUs: NOW + 30 * DAY });
    const far = await subscribe('sub_far', { anchorAtUs: NOW, nextChargeAtUs: NOW + 70 * DAY });
    const due = await subscribe('sub_due', { anchorAtUs: NOW, nextChargeAtUs: NOW + 30 * DAY });
    const ahead = { anchorAtUs: NOW, nextChargeAtUs: NOW + 400 * DAY, testClockUs: NOW + 380 * DAY };
    const byTestClock = await subscribe('sub_clock', ahead);
    const failed = owner.payment(inStatus('failed'));
    await store.db.transaction(async (tx) => {
      await insertPayments(tx, [failed]);
      await insertLateCheck(tx, failed, NOW + 40 * DAY);
    });

    assert.equal(await repair(), 4);
    assert.deepEqual(await future(), [0, 1], 'due now, with its complete time until it expires');
    assert.deepEqual(await leased(), [0, 1]);
    assert.deepEqual(await usual(), [0.25, 24]);
    assert.deepEqual(await month(), [720, 720]);
    assert.deepEqual([await far(), await due(), await byTestClock()], [0, 720, 9_600]);
    const [check] = await store.db.query('SELECT next_check_at_us FROM late_checks');
    assert.equal(check?.next_check_at_us, NOW);
    assert.equal(await repair(), 0);
    assert.equal(await repair(NOW + HOUR, NOW + HOUR), 0);
    assert.deepEqual(await future(), [0, 1]);
  });

  test('becomes due now after a step back of two hours, and does not expire earlier', async () => {
    const later = await insert({ createdAtUs: NOW, expiresAtUs: NOW + DAY, nextCheckAtUs: NOW + 2 * HOUR });
    const subscription = await subscribe('sub_lease', { anchorAtUs: NOW, nextChargeAtUs: NOW + 2 * HOUR + 60_000_000 });
    await repair(NOW + 2 * HOUR);
    assert.deepEqual(await later(), [0, 24]);
    assert.equal(await subscription(), 0);
  });

  test('a refund that has not ended becomes due now, and a successful one that is watched for weeks is not moved', async () => {
    const payment = owner.payment(inStatus('completed'));
    const { websiteId, mode, id: paymentId, method, currency } = payment;
    const insertOne = (name: string, state: Pick<Refund, 'status' | 'nextStepAtUs' | 'endedAtUs'>) =>
      store.db.transaction(async (tx) => {
        await lockRefundMoney(tx, payment);
        const of = { id: `rfd_${name}`, name, websiteId, mode, paymentId, method, amountMinor: 1, currency };
        const rest = {
          kind: 'gateway' as const,
          isWhole: false,
          reason: null,
          failureReason: null,
          requestedBy: 'marie',
          approvedBy: 'marie',
        };
        const asked = { providerRef: `re_${name}`, word: null, attempts: 1, askedAtUs: NOW, createdAtUs: NOW };
        const payer = { payerId: null, payer: null, payingUntilUs: null };
        await insertRefund(tx, { ...of, ...rest, ...asked, ...payer, ...state });
      });
    await insertOne('unknown', { status: 'unknown', nextStepAtUs: NOW + 30 * DAY, endedAtUs: null });
    await insertOne('leased', { status: 'sent', nextStepAtUs: NOW + HOUR / 20, endedAtUs: null });
    await insertOne('watched', { status: 'succeeded', nextStepAtUs: NOW + 30 * DAY, endedAtUs: NOW });
    assert.equal(await repair(), 1);
    const steps = (await listRefundsOf(store.db, paymentId)).map(
      ({ name, nextStepAtUs }) => [name, (Number(nextStepAtUs) - NOW) / HOUR] as const,
    );
    assert.deepEqual(Object.fromEntries(steps), { unknown: 0, leased: 1 / 20, watched: 720 });
    assert.equal(await repair(), 0);
  });
});
