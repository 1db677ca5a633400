import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Verbs } from '../../src/app/build-verbs.ts';
import { subscriptionId } from '../../src/features/subscriptions/start-subscription.ts';
import { listSubscriptionPayments } from '../../src/features/subscriptions/store/charges.ts';
import { findSubscription } from '../../src/features/subscriptions/store/subscriptions.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { newPayment } from '../pages/visitor.ts';
import { type EmptyStore, newStore, onOneEngineByDay } from '../support/engines.ts';
import { paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';
import { assertSound } from '../support/soundness.ts';
import { verbsOf } from '../support/verbs.ts';

const log = createLog('silent');
const DAY_SECONDS = 86_400;
const YEAR_START_MS = Date.UTC(2027, 0, 31, 14, 30);

onOneEngineByDay('subscriptions in the sandbox', (engine) => {
  let place: EmptyStore;
  let gateway: TestGateway;
  let clock: ShiftedClock;
  let verbs: Verbs;
  before(async () => {
    place = await newStore(engine);
    clock = shiftedClock();
    // Without its own worker: each test runs the rounds itself.
    gateway = await startTestGateway(engine, { clock: clock.now, sharedStore: place, settings: { ROLES: 'api' } });
    verbs = await verbsOf(gateway);
  });
  after(async () => {
    await assertSound(gateway.store.db);
    await gateway.stop();
    await verbs.close();
    await place.drop();
  });

  const recurringRequest = (recurring_interval: string, recurring_interval_count = 1) => ({
    recurring: true,
    recurring_interval,
    recurring_interval_count,
    reference: 'ABONMAN-7',
    description: 'Abònman',
    customer_email: 'marie@example.com',
    metadata: { cart: 7 },
  });
  /** Creates the first payment of a subscription, and completes it. */
  const begin = async (interval: string, count = 1) => {
    const { transaction_id: id } = await newPayment(gateway, 'lakaypay_card', recurringRequest(interval, count));
    assert.equal((await gateway.api.post(`/test_helpers/payments/${id}/complete`)).status, 200);
    return { id, subscription: subscriptionId(Number(id)) };
  };
  const payByCard = async (number: string, recurring = true) => {
    const { transaction_id: id, payment_url } = await newPayment(
      gateway,
      'lakaypay_card',
      recurring ? recurringRequest('daily') : {},
    );
    const form = new URLSearchParams({ number, expiry: '12/40', cvc: '123', name: 'Marie Joseph' });
    const response = await fetch(payment_url, { method: 'POST', body: form, redirect: 'manual' });
    assert.equal(response.status, 303);
    return { id, subscription: subscriptionId(Number(id)) };
  };
  const find = (id: string) => findSubscription(gateway.store.db, id);
  const forwardTo = (us: number) => clock.forward((us - clock.now()) / 1e6);
  const round = async () => {
    while ((await verbs.recurring.chargeDue('test')).charged > 0);
  };

  // Contract: RECURRING-1
  test('a completed first payment starts a subscription, whichever edge completes it', async () => {
    const { id, subscription } = await begin('monthly', 3);
    const found = await find(subscription);
    assert.equal(found?.mode, 'test');
    assert.deepEqual([found?.interval, found?.intervalCount, found?.nextPeriod], ['monthly', 3, 1]);
    const { completed_at } = (await gateway.api.get(`/payments/${id}`)).json.data;
    assert.equal(new Date(completed_at).getTime(), Math.floor((found?.anchorAtUs ?? 0) / 1000));
    assert.equal((await find((await payByCard('4242424242424242')).subscription))?.status, 'active');

    // The payment completes automatically.
    const own = await startTestGateway(engine, {
      clock: clock.now,
      sharedStore: place,
      settings: { SANDBOX_AUTO_COMPLETE_SECONDS: '0' },
    });
    const { transaction_id: automatic } = await newPayment(own, 'lakaypay_card', recurringRequest('weekly'));
    await until('it is paid', async () => (await find(subscriptionId(Number(automatic)))) !== undefined);
    await own.stop();
  });

  test('no other payment starts a subscription', async () => {
    const plain = await payByCard('4242424242424242', false);
    assert.equal(await find(plain.subscription), undefined);
    const declined = await payByCard('4000000000000002');
    assert.equal(await find(declined.subscription), undefined);
    const { transaction_id: failed } = await newPayment(gateway, 'lakaypay_card', recurringRequest('daily'));
    await gateway.api.post(`/test_helpers/payments/${failed}/fail`);
    assert.equal(await find(subscriptionId(Number(failed))), undefined);
    const wallet = (await gateway.api.post('/payments', paymentRequest())).json.transaction_id;
    await gateway.api.post(`/test_helpers/payments/${wallet}/complete`);
    assert.equal(await find(subscriptionId(Number(wallet))), undefined);
  });

  // Contract: RECURRING-3
  test('a simulated year: each period is charged once, on its day, with its event', {
    timeout: 300_000,
  }, async (context) => {
    forwardTo(YEAR_START_MS * 1000);
    const { website, testKey } = await gateway.newWebsite('Year');
    const shop = { ...gateway, api: gateway.client(testKey) };
    const rhythms = {
      daily: ['daily', 1],
      'every 12 days': ['daily', 12],
      weekly: ['weekly', 1],
      'every 5 weeks': ['weekly', 5],
      'monthly on the 31st': ['monthly', 1],
      'every 7 months': ['monthly', 7],
      yearly: ['yearly', 1],
    } as const;
    const first: Record<string, string> = {};
    for (const [name, [interval, count]] of Object.entries(rhythms)) {
      const { transaction_id: id } = await newPayment(shop, 'lakaypay_card', recurringRequest(interval, count));
      await shop.api.post(`/test_helpers/payments/${id}/complete`);
      first[name] = id;
    }
    for (let day = 1; day <= 365; day++) {
      clock.forward(DAY_SECONDS);
      await round();
    }

    const days = new Map<string, string[]>();
    for (const [name, id] of Object.entries(first)) {
      const charges = await listSubscriptionPayments(gateway.store.db, subscriptionId(Number(id)));
      assert.deepEqual(new Set(charges.map(({ status }) => status)), new Set(['completed']));
      assert.deepEqual(
        charges.map(({ subscriptionPeriod }) => subscriptionPeriod),
        charges.map((_, index) => index + 1),
      );
      days.set(
        name,
        charges.map(({ createdAtUs }) => new Date(createdAtUs / 1000).toISOString().slice(0, 10)),
      );
    }
    const every = (step: number) => (_: unknown, index: number) =>
      new Date(YEAR_START_MS + (index + 1) * step * DAY_SECONDS * 1000).toISOString().slice(0, 10);
    assert.deepEqual(days.get('daily'), Array.from({ length: 365 }, every(1)));
    assert.deepEqual(days.get('every 12 days'), Array.from({ length: 30 }, every(12)));
    assert.deepEqual(days.get('weekly'), Array.from({ length: 52 }, every(7)));
    assert.deepEqual(days.get('every 5 weeks'), Array.from({ length: 10 }, every(35)));
    assert.deepEqual(days.get('monthly on the 31st'), [
      ...['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31'],
      ...['2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31'],
    ]);
    assert.deepEqual(days.get('every 7 months'), ['2027-08-31']);
    assert.deepEqual(days.get('yearly'), ['2028-01-31']);

    // The merchant's view: the list, the feed, and one payment.
    const total = Object.keys(first).length + [...days.values()].reduce((sum, list) => sum + list.length, 0);
    const page = (await shop.api.get('/payments?status=completed&per_page=1')).json;
    assert.equal(page.pagination.total, total);
    const seen = new Set<string>();
    for (let cursor = '', more = true; more; ) {
      const { json } = await shop.api.get(`/events?limit=100${cursor && `&after=${cursor}`}`);
      for (const event of json.data) {
        assert.equal(event.event, 'payment.success');
        seen.add(event.data.transaction_id);
      }
      cursor = json.next_cursor;
      more = json.has_more;
    }
    assert.equal(seen.size, total);
    const { transaction_id, created_at, completed_at, ...newest } = page.data[0];
    const {
      transaction_id: _,
      created_at: __,
      completed_at: ___,
      ...original
    } = (await shop.api.get(`/payments/${first.daily}`)).json.data;
    assert.deepEqual(newest, original);
    assert.notEqual(transaction_id, first.daily);
    assert.ok(created_at <= completed_at);
    context.diagnostic(`${total} payments of ${website.name}, each with its event`);
  });

  test('the test card that pays once is declined later, until the subscription is stopped', async () => {
    const { id, subscription } = await payByCard('4000 0000 0000 0341');
    assert.equal((await gateway.api.get(`/payments/${id}`)).json.data.status, 'completed');
    for (let day = 1; day <= 5; day++) {
      clock.forward(DAY_SECONDS);
      await round();
    }
    const charges = await listSubscriptionPayments(gateway.store.db, subscription);
    assert.deepEqual(
      charges.map(({ failureReason }) => failureReason),
      ['declined', 'declined', 'declined'],
    );
    assert.equal((await find(subscription))?.status, 'stopped');
    const event = (await gateway.api.get(`/payments/${charges[0]?.id}`)).json.data;
    assert.deepEqual([event.status, event.failure_reason, event.reference], ['failed', 'declined', 'ABONMAN-7']);
    // An ordinary payment with this card is paid.
    const plain = await payByCard('4000000000000341', false);
    assert.equal((await gateway.api.get(`/payments/${plain.id}`)).json.data.status, 'completed');
  });

  test('moving the test clock charges every period until then at once, with payments created in real time', async () => {
    const { subscription } = await begin('weekly');
    const anchorAtUs = (await find(subscription))?.anchorAtUs ?? 0;
    const nowUs = clock.now();
    const toUs = anchorAtUs + 70 * DAY_SECONDS * 1e6;
    const result = await verbs.recurring.moveTestClock({ id: subscription, toUs }, log);
    assert.equal(result?.isDone, true);
    assert.deepEqual(
      result?.payments.map(({ subscriptionPeriod, status }) => [subscriptionPeriod, status]),
      Array.from({ length: 10 }, (_, index) => [index + 1, 'completed']),
    );
    for (const { createdAtUs } of result?.payments ?? []) assert.ok(Math.abs(createdAtUs - nowUs) < 60e6);
    const { testClockUs, nextPeriod, nextChargeAtUs } = (await find(subscription)) ?? {};
    assert.deepEqual([testClockUs, nextPeriod, nextChargeAtUs], [toUs, 11, anchorAtUs + 77 * DAY_SECONDS * 1e6]);
    // Until real time has caught up, nothing is charged again. Then real time decides.
    forwardTo(anchorAtUs + 76 * DAY_SECONDS * 1e6);
    await round();
    assert.equal((await listSubscriptionPayments(gateway.store.db, subscription)).length, 10);
    clock.forward(DAY_SECONDS);
    await round();
    assert.equal((await listSubscriptionPayments(gateway.store.db, subscription)).length, 11);
    await assert.rejects(verbs.recurring.moveTestClock({ id: subscription, toUs: toUs - 1 }, log), {
      name: 'OperatorError',
      code: 'invalid',
      field: 'to',
    });
  });

  test('concurrent moves of one test clock charge each period once', async () => {
    const { subscription } = await begin('daily');
    const anchorAtUs = (await find(subscription))?.anchorAtUs ?? 0;
    const toUs = anchorAtUs + 40 * DAY_SECONDS * 1e6;
    const hands = Array.from({ length: 4 }, () => verbs.recurring.moveTestClock({ id: subscription, toUs }, log));
    await Promise.all([...hands, round(), verbs.payments.checkDue({ mode: 'test' })]);
    await round();
    const charges = await listSubscriptionPayments(gateway.store.db, subscription);
    assert.deepEqual(
      charges.map(({ subscriptionPeriod, status }) => [subscriptionPeriod, status]),
      Array.from({ length: 40 }, (_, index) => [index + 1, 'completed']),
    );
  });
});
