import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Verbs } from '../../src/app/build-verbs.ts';
import type { PaymentMethod } from '../../src/core/payment.ts';
import { isStillOpen } from '../../src/features/payments/check-due-payments.ts';
import { listDiscrepancies } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { findPayment } from '../../src/features/payments/store/find-payment.ts';
import { type AllSimulators, startAllSimulators } from '../support/all-simulators.ts';
import { peye } from '../support/cli.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import { type EmptyStore, newStore, onOneEngineByDay } from '../support/engines.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { assertSound } from '../support/soundness.ts';
import { testPayment } from '../support/store.ts';
import { verbsOf } from '../support/verbs.ts';
import { changeWebsite } from '../support/websites.ts';

const HOUR_SECONDS = 3_600;
const STILL_OPEN_HOURS = 6;

onOneEngineByDay('a live payment whose provider never reports the outcome', (engine) => {
  let place: EmptyStore;
  let gateway: TestGateway;
  let providers: AllSimulators;
  let verbs: Verbs;
  before(async () => {
    const PORT = String(await freePort());
    place = await newStore(engine);
    providers = await startAllSimulators(`http://127.0.0.1:${PORT}`);
    const settings = { ...providers.settings, PORT, ROLES: 'api', STILL_OPEN_HOURS: String(STILL_OPEN_HOURS) };
    gateway = await startTestGateway(engine, { clock: providers.clock.now, settings, sharedStore: place });
    await changeWebsite(gateway.store.db, gateway.website.id, { cardLiveApproved: true });
    verbs = await verbsOf(gateway);
  });
  beforeEach(() => {
    providers.natcash.repair();
    providers.moncash.faults.status = null;
  });
  after(async () => {
    await assertSound(gateway.store.db);
    await verbs.close();
    await gateway.stop();
    await providers.stop();
    await place.drop();
  });

  const forward = (seconds: number) => providers.clock.forward(seconds);
  const check = async (method: PaymentMethod) => {
    await verbs.payments.checkDue({ mode: 'live', method });
  };
  const create = async (payment_method: PaymentMethod) => {
    const response = await gateway.client(gateway.liveKey).post('/payments', paymentRequest({ payment_method }));
    assert.equal(response.status, 201, response.text);
    return response.json as { transaction_id: string; payment_url: string };
  };
  const stored = async (id: string) => {
    const payment = await findPayment(gateway.store.db, Number(id));
    assert.ok(payment);
    return payment;
  };
  const seenOf = async (id: string) =>
    (await listDiscrepancies(gateway.store.db, { limit: 100 }))
      .filter(({ paymentId }) => String(paymentId) === id)
      .map(({ kind, word, timesSeen }) => [kind, word, timesSeen]);
  /** Moves the clock to `seconds` before the moment at which the payment counts as still open. */
  const forwardTo = async (id: string, seconds: number) => {
    const { expiresAtUs } = await stored(id);
    const us = expiresAtUs + (STILL_OPEN_HOURS * HOUR_SECONDS - seconds) * 1e6 - gateway.store.clock();
    forward(Math.max(0, us / 1e6));
  };

  const words: Record<PaymentMethod, { begin: () => Promise<string>; word: string }> = {
    moncash: {
      word: 'under review',
      async begin() {
        const { transaction_id: id } = await create('moncash');
        await providers.moncash.pay(id);
        providers.moncash.faults.status = 'Under Review';
        return id;
      },
    },
    natcash: {
      word: 'responseCode 77',
      async begin() {
        const { transaction_id: id } = await create('natcash');
        providers.natcash.pay(`NC${id}`);
        providers.natcash.faults.status = 77;
        return id;
      },
    },
    lakaypay_card: {
      word: 'REVIEW 480',
      async begin() {
        const { transaction_id: id, payment_url } = await create('lakaypay_card');
        await providers.acceptance.pay(await formOnPage(payment_url), 'review');
        return id;
      },
    },
    card: {
      word: 'processing',
      async begin() {
        const { transaction_id: id } = await create('card');
        providers.stripe.faults.slowCards = true;
        providers.stripe.pay(id);
        return id;
      },
    },
  };

  for (const [method, { begin, word }] of Object.entries(words) as [PaymentMethod, (typeof words)['card']][]) {
    // Contract: LIVE-7
    test(`${method}: is shown once, with its provider status, and verified at a slow pace`, async () => {
      const id = await begin();
      await forwardTo(id, 60);
      await check(method);
      assert.deepEqual(await seenOf(id), []);
      forward(HOUR_SECONDS);
      await check(method);
      assert.deepEqual(await seenOf(id), [['still_open', word, 1]]);
      const { status, nextCheckAtUs } = await stored(id);
      assert.ok(status === 'processing' || status === 'pending');
      const waitSeconds = ((nextCheckAtUs ?? 0) - gateway.store.clock()) / 1e6;
      assert.ok(waitSeconds > 1_800 && waitSeconds <= HOUR_SECONDS, `${waitSeconds} s`);
      forward(HOUR_SECONDS);
      await check(method);
      assert.deepEqual(await seenOf(id), [['still_open', word, 2]]);
    });
  }

  // Contract: LIVE-7
  test('is shown if the provider gives no status at all, and is not verified every minute forever', async () => {
    const { transaction_id: id } = await create('natcash');
    providers.natcash.faults.query = 'error_500';
    await forwardTo(id, 60);
    await check('natcash');
    assert.deepEqual(await seenOf(id), []);
    assert.ok(((await stored(id)).nextCheckAtUs ?? 0) <= gateway.store.clock() + 60e6);
    forward(120);
    await check('natcash');
    const [[kind, word] = []] = await seenOf(id);
    assert.deepEqual([kind, word], ['still_open', 'natcash checkTransaction: HTTP 500 without a valid response']);
    assert.ok(((await stored(id)).nextCheckAtUs ?? 0) > gateway.store.clock() + 1_800e6);
  });

  test('stays listed when the payment becomes final after all, until it is resolved', async () => {
    const id = await words.natcash.begin();
    await forwardTo(id, -1);
    await check('natcash');
    providers.natcash.repair();
    forward(HOUR_SECONDS);
    await check('natcash');
    assert.equal((await stored(id)).status, 'completed');
    const listed = await peye(['discrepancies', 'list', '--json'], { settings: gateway.settings });
    const mine = JSON.parse(listed.stdout).find((one: { transaction_id: string }) => one.transaction_id === id);
    assert.deepEqual(
      [mine.kind, mine.word, mine.reported, mine.payment.status],
      ['still_open', 'responseCode 77', null, 'completed'],
    );
    const shown = await peye(['discrepancies', 'show', mine.id], { settings: gateway.settings });
    assert.match(shown.stdout, /Provider status\s+responseCode 77/);
    const settled = await peye(['discrepancies', 'resolve', mine.id, '--note', 'paid'], { settings: gateway.settings });
    assert.equal(settled.code, 0, settled.stderr);
    const left = await peye(['discrepancies', 'list', '--json'], { settings: gateway.settings });
    assert.ok(!left.stdout.includes(mine.id));
  });

  test('does not include an unpaid payment or a declined one: both fail, and are not shown', async () => {
    const [unpaid, declined] = [await create('natcash'), await create('natcash')];
    providers.natcash.decline(`NC${declined.transaction_id}`);
    await forwardTo(declined.transaction_id, -1);
    await check('natcash');
    for (const { transaction_id: id } of [unpaid, declined]) {
      assert.equal((await stored(id)).status, 'failed');
      assert.deepEqual(await seenOf(id), []);
    }
  });
});

test('a live payment counts as still open only STILL_OPEN_HOURS after its expiry, and only while the time is trusted', () => {
  const payment = testPayment({ websiteId: 'web_1', apiKeyId: 'key_1' }, { mode: 'live' });
  const endUs = payment.expiresAtUs + STILL_OPEN_HOURS * HOUR_SECONDS * 1_000_000;
  const isOpen = (nowUs: number, { isCertain = true, of = payment } = {}) =>
    isStillOpen({ clock: () => nowUs, stillOpenHours: STILL_OPEN_HOURS, isCertain: () => isCertain }, of);
  assert.deepEqual([isOpen(endUs - 1), isOpen(endUs)], [false, true]);
  assert.equal(isOpen(endUs, { isCertain: false }), false, 'the clock may be wrong');
  assert.equal(isOpen(endUs, { of: { ...payment, mode: 'test' } }), false);
});
