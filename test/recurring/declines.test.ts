import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { Decline } from '../../src/core/decline.ts';
import type { Payment } from '../../src/core/payment.ts';
import { applyVerification } from '../../src/features/payments/apply-verification.ts';
import { onOneEngineByDay } from '../support/engines.ts';
import { assertSound } from '../support/soundness.ts';
import { type ChargingStore, chargingStore, everyJob, liveUntil, START_US, US_PER_DAY } from './charging-store.ts';

const DAILY = { interval: 'daily', intervalCount: 1 } as const;
const MINUTE_US = 60_000_000;
const STOP: Decline = { class: 'stop', reason: 'response 41, lost card' };
const NEW_CARD: Decline = { class: 'new_card', reason: 'response 54, expired card' };
const RETRY: Decline = { class: 'retry', reason: 'response 51' };

onOneEngineByDay('a charge that the bank declines', (engine) => {
  let charging: ChargingStore;
  beforeEach(async () => {
    charging = await chargingStore(engine);
    charging.book.decide = () => 'declined';
  });
  afterEach(async () => {
    await assertSound(charging.store.db);
    await charging.close();
  });

  const endOf = async (id: string) => {
    const { status, endReason, consecutiveFailures } = await charging.subscription(id);
    return { status, endReason, consecutiveFailures };
  };
  const liveOn = (days: number, everyUs = US_PER_DAY) =>
    liveUntil(charging, charging.now() + days * US_PER_DAY, { everyUs });
  const reasonOf = {
    stop: 'the card must not be charged again',
    new_card: 'the card can no longer be charged: a new one is needed',
  };

  for (const decline of [STOP, NEW_CARD]) {
    const endReason = `${decline.class === 'stop' ? reasonOf.stop : reasonOf.new_card} (${decline.reason})`;
    // Contract: RECURRING-13
    test(`with the class ${decline.class} is the last charge, in this period and later`, async () => {
      const { id } = await charging.begin(DAILY);
      charging.book.decline = decline;
      await charging.runPeriod(id);
      assert.deepEqual(await endOf(id), { status: 'stopped', endReason, consecutiveFailures: 1 });
      await liveOn(40);
      assert.equal(charging.book.asked.length, 1);
    });
  }

  test('for good stops the subscription, even if the response was lost and the decline is found in the provider records', async () => {
    const { id } = await charging.begin(DAILY);
    charging.book.decline = STOP;
    charging.book.fault = 'lost_response';
    charging.setNow(START_US + US_PER_DAY + MINUTE_US);
    await everyJob(charging.worker());
    assert.equal((await endOf(id)).status, 'active', 'the store does not know it yet');
    charging.book.fault = null;
    await liveOn(40, 5 * MINUTE_US * 48);
    assert.equal((await endOf(id)).status, 'stopped');
    assert.equal(charging.book.asked.length, 1);
  });

  test('for good stops the subscription, even if its payment failed before the decline was found', async () => {
    const { id } = await charging.begin(DAILY);
    charging.book.decline = STOP;
    charging.book.fault = 'lost_request';
    charging.setNow(START_US + US_PER_DAY + MINUTE_US);
    await everyJob(charging.worker());
    charging.book.fault = null;
    const [lost] = await charging.payments(id);
    assert.ok(lost);
    charging.setNow(lost.expiresAtUs + MINUTE_US);
    await charging.worker().settle(lost, { status: 'failed', failureReason: 'expired' });
    // The request had arrived, and was declined.
    charging.book.charge(lost, 'declined', lost.createdAtUs);
    await liveOn(2, 5 * MINUTE_US);
    assert.equal((await endOf(id)).status, 'stopped');
    assert.equal(charging.book.asked.length, 1, 'no other payment replaced it');
  });

  test('for good stops the subscription before a charge that this store has lost is repeated', async () => {
    const { id } = await charging.begin(DAILY);
    charging.book.decline = STOP;
    charging.setNow(START_US + US_PER_DAY + MINUTE_US);
    const named = { id: 1, subscriptionId: id, subscriptionPeriod: 1, subscriptionTry: 1, amountMinor: 50_000 };
    charging.book.charge(named as never, 'declined', charging.now() - 30 * MINUTE_US);
    await everyJob(charging.worker());
    assert.equal((await endOf(id)).status, 'stopped');
    assert.deepEqual(charging.book.asked, []);
  });

  /** Applies a decline that was read again, as `reconcile`, `payments verify` and late checks do. */
  const readAgain = (payment: Payment) => {
    const outcome = { status: 'failed', failureReason: 'declined', decline: NEW_CARD } as const;
    const { log, ...worker } = charging.worker();
    return applyVerification(worker, payment, { outcome, response: {}, nextCheckAtUs: 0, providerRef: 'x' }, log);
  };

  // Contract: RECURRING-13
  test('does not stop the subscription if it is read again, as a final decline, after a later period was paid', async () => {
    const { id } = await charging.begin(DAILY);
    charging.book.decline = RETRY;
    await charging.runPeriod(id);
    charging.book.decide = () => 'paid';
    await charging.runPeriod(id);
    await charging.runPeriod(id);
    const [old] = await charging.payments(id);
    assert.equal(old?.status, 'failed');
    await readAgain(old as Payment);
    assert.deepEqual(await endOf(id), { status: 'active', endReason: null, consecutiveFailures: 0 });
    const before = charging.book.asked.length;
    await charging.runPeriod(id);
    assert.equal(charging.book.asked.length, before + 1, 'the next period is charged');
  });

  test('stops the subscription if it is read again, as a final decline, and no later period was paid; it is counted once', async () => {
    const { id } = await charging.begin(DAILY);
    charging.book.decline = RETRY;
    await charging.runPeriod(id);
    await charging.runPeriod(id);
    const [old] = await charging.payments(id);
    await readAgain(old as Payment);
    const { status, consecutiveFailures } = await endOf(id);
    assert.deepEqual({ status, consecutiveFailures }, { status: 'stopped', consecutiveFailures: 2 });
  });

  // Contract: RECURRING-13
  test('but not for good is followed by other charges: at most 15 in 30 days', async () => {
    const { id } = await charging.begin(DAILY);
    charging.book.decline = RETRY;
    const worker = charging.worker({ settings: { maxFailures: 100, catchUp: 1 } });
    const askedAtUs: number[] = [];
    const days = 75;
    for (let hour = 1; hour <= days * 24; hour += 4) {
      charging.setNow(Math.max(charging.now(), START_US + hour * 3_600_000_000));
      const before = charging.book.asked.length;
      await everyJob(worker);
      if (charging.book.asked.length > before) askedAtUs.push(charging.now());
    }
    assert.equal((await endOf(id)).status, 'active');
    assert.ok(askedAtUs.length > 15, `it continues after the window: ${askedAtUs.length}`);
    for (const atUs of askedAtUs) {
      const inWindow = askedAtUs.filter((each) => each <= atUs && each > atUs - 30 * US_PER_DAY);
      assert.ok(inWindow.length <= 15, `${inWindow.length} in 30 days`);
    }
  });
});
