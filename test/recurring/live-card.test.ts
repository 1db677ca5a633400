import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  type SecureAcceptanceSimulator,
  startSecureAcceptanceSimulator,
} from '../../simulators/secure-acceptance/secure-acceptance-simulator.ts';
import { isFinal, type Payment } from '../../src/core/payment.ts';
import { periodDueAtUs, providerReference } from '../../src/core/recurring.ts';
import { listDiscrepancies } from '../../src/features/payments/discrepancies/store/discrepancies.ts';
import { subscriptionId } from '../../src/features/subscriptions/start-subscription.ts';
import { listSubscriptionPayments } from '../../src/features/subscriptions/store/charges.ts';
import {
  endSubscription,
  findSubscription,
  listSubscriptions,
} from '../../src/features/subscriptions/store/subscriptions.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import { type EmptyStore, newStore, onOneEngineByDay } from '../support/engines.ts';
import {
  type Client,
  freePort,
  paymentRequest,
  startTestGateway,
  type TestGateway,
  until,
} from '../support/gateway.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';
import { assertSound } from '../support/soundness.ts';
import { withDatabase } from '../support/store-access.ts';

const DAY_SECONDS = 86_400;
/** A worker does not send the request if more time than this has passed since its mark. */
const STEP_WHILE_ASKING_SECONDS = 9;
const REQUEST = paymentRequest({
  payment_method: 'lakaypay_card',
  recurring: true,
  recurring_interval: 'daily',
  reference: 'ABONMAN-7',
  metadata: { cart: 7 },
});

/** A customer makes the first payment at the acquirer's page, and the acquirer's server notifies Peye. */
async function begin(api: Client, simulator: SecureAcceptanceSimulator): Promise<string> {
  const created = await api.post('/payments', REQUEST);
  assert.equal(created.status, 201, created.text);
  const { transaction_id: id, payment_url } = created.json;
  await simulator.pay(await formOnPage(payment_url));
  assert.equal((await api.get(`/payments/${id}`)).json.data.status, 'completed');
  return subscriptionId(Number(id));
}

/** The acquirer's charges for these payments. */
function chargedFor(simulator: SecureAcceptanceSimulator, payments: readonly Payment[]): string[] {
  const ids = payments.map(providerReference);
  return simulator
    .book()
    .filter(({ reference, status }) => status === 'paid' && ids.includes(reference ?? ''))
    .map(({ reference }) => reference ?? '');
}

onOneEngineByDay('a live card that is charged again', (engine) => {
  let gateway: TestGateway;
  let simulator: SecureAcceptanceSimulator;
  let clock: ShiftedClock;
  before(async () => {
    clock = shiftedClock();
    const port = await freePort();
    simulator = await startSecureAcceptanceSimulator({ gatewayUrl: `http://127.0.0.1:${port}`, now: clock.nowMs });
    gateway = await startTestGateway(engine, {
      clock: clock.now,
      settings: { ...simulator.settings, PORT: String(port) },
    });
  });
  afterEach(async () => {
    // Cancel, so that the next test does not charge the card of this one.
    const { db } = gateway.store;
    for (const { id } of await listSubscriptions(db, { status: 'active', limit: 10 })) {
      await db.transaction((tx) => endSubscription(tx, id, { status: 'cancelled', reason: 'over', atUs: clock.now() }));
    }
  });
  after(async () => {
    await assertSound(gateway.store.db);
    await gateway.stop();
    await simulator.stop();
  });

  const charges = (id: string) => listSubscriptionPayments(gateway.store.db, id);
  const isAsked = (payment: Payment) =>
    simulator.calls.some(({ operation, subject }) => operation === 'payment' && subject === providerReference(payment));
  const goOn = async (id: string, seconds: number) => {
    const open = (await charges(id)).find(({ status }) => !isFinal(status));
    if (!open) clock.forward(Math.min(seconds, STEP_WHILE_ASKING_SECONDS));
    else if (isAsked(open)) clock.forward(seconds);
  };
  const asked = () => simulator.calls.filter(({ operation }) => operation === 'payment').length;
  /** Moves the clock to when the next period is due, and waits until the worker has closed it. The clock moves in steps while it waits. */
  const nextPeriod = async (id: string, stepSeconds = 0) => {
    const { db } = gateway.store;
    const { nextPeriod: period, ...rest } = (await findSubscription(db, id))!;
    clock.forward((periodDueAtUs(rest, period) - clock.now()) / 1e6 + 1);
    await until(
      `period ${period} is closed`,
      async () => {
        await goOn(id, stepSeconds);
        const now = await findSubscription(db, id);
        return now?.status !== 'active' || now.nextPeriod > period;
      },
      100_000,
    );
    return (await charges(id)).filter(({ subscriptionPeriod }) => subscriptionPeriod === period);
  };

  test('is charged by its token once each day, with a new payment', async () => {
    const id = await begin(gateway.client(gateway.liveKey), simulator);
    for (let day = 1; day <= 3; day++) {
      const [payment, ...others] = await nextPeriod(id);
      assert.deepEqual(others, []);
      assert.deepEqual([payment?.reference, payment?.metadata], ['ABONMAN-7', '{"cart":7}']);
      const [entry] = simulator.book().filter(({ reference }) => reference === providerReference(payment as Payment));
      assert.deepEqual(
        [entry?.amountMinor, entry?.currency, entry?.status, entry?.providerRef],
        [50_000, 'HTG', 'paid', payment?.providerRef],
      );
    }
    assert.equal(chargedFor(simulator, await charges(id)).length, 3);
    const subscription = await findSubscription(gateway.store.db, id);
    assert.ok(gateway.store.box.open('card-token', subscription?.cardTokenSealed ?? '', id).length > 10);
  });

  test('a charge with a lost response is found in the provider records; one with a lost request fails, and is repeated', {
    timeout: 300_000,
  }, async () => {
    const id = await begin(gateway.client(gateway.liveKey), simulator);
    simulator.faults.charge = 'drop_after_effect';
    const found = await nextPeriod(id, 20);
    assert.deepEqual(
      found.map(({ status }) => status),
      ['completed'],
    );
    simulator.faults.charge = 'drop';
    const before = asked();
    const lost = nextPeriod(id, 60);
    await until('the request is lost', () => asked() > before);
    simulator.faults.charge = 'none';
    const payments = await lost;
    assert.deepEqual(
      payments.map(({ status, failureReason }) => failureReason ?? status),
      ['expired', 'completed'],
    );
    assert.equal(chargedFor(simulator, await charges(id)).length, 2);
    assert.deepEqual(await listDiscrepancies(gateway.store.db, { limit: 10 }), []);
  });

  test('an attempt whose outcome the acquirer does not know fails, and is not charged again', {
    timeout: 300_000,
  }, async () => {
    const id = await begin(gateway.client(gateway.liveKey), simulator);
    simulator.faults.tokenCharge = 'timeout';
    const before = asked();
    const closed = nextPeriod(id, 60);
    await until('it is requested', () => asked() > before);
    simulator.faults.tokenCharge = 'authorized';
    assert.deepEqual(
      (await closed).map(({ status, failureReason }) => failureReason ?? status),
      ['expired'],
    );
    assert.equal((await findSubscription(gateway.store.db, id))?.consecutiveFailures, 1);
  });

  test('three declines stop the subscription', async () => {
    const id = await begin(gateway.client(gateway.liveKey), simulator);
    simulator.faults.tokenCharge = 'insufficient_fund';
    for (let day = 1; day <= 3; day++) await nextPeriod(id);
    assert.equal((await findSubscription(gateway.store.db, id))?.status, 'stopped');
    simulator.faults.tokenCharge = 'authorized';
    assert.deepEqual(chargedFor(simulator, await charges(id)), []);
    assert.deepEqual(
      (await charges(id)).map(({ failureReason }) => failureReason),
      ['insufficient_balance', 'insufficient_balance', 'insufficient_balance'],
    );
  });
});

onOneEngineByDay('kill -9 while a live card is charged', (engine) => {
  let place: EmptyStore;
  let simulator: SecureAcceptanceSimulator;
  let settings: Record<string, string>;
  let node: NodeProcess | undefined;
  let aheadSeconds = 0;
  before(async () => {
    place = await newStore(engine);
    const port = String(await freePort());
    simulator = await startSecureAcceptanceSimulator({
      gatewayUrl: `http://127.0.0.1:${port}`,
      now: () => Date.now() + aheadSeconds * 1000,
    });
    settings = { ...place.settings, ...simulator.settings, PORT: port };
  });
  after(async () => {
    await node?.end('SIGKILL');
    await simulator.stop();
    await place.drop();
  });

  const restart = async (seconds: number) => {
    await node?.end('SIGKILL');
    aheadSeconds += seconds;
    const seed = node?.seed;
    node = await startNode({ ...settings, PEYE_TEST_CLOCK_AHEAD_SECONDS: String(aheadSeconds) }, seed);
    return node;
  };
  const charges = (id: string) => withDatabase(place.settings, (db) => listSubscriptionPayments(db, id));
  const asked = () => simulator.calls.filter(({ operation }) => operation === 'payment').length;

  test('after the acquirer charged, before the response arrived: the charge is found, and not repeated', {
    timeout: 300_000,
  }, async () => {
    const first = await restart(0);
    const id = await begin(first.client(first.seed.liveKey), simulator);
    for (let day = 1; day <= 3; day++) {
      simulator.faults.charge = 'hang_after_effect';
      const before = asked();
      await restart(DAY_SECONDS);
      await until('the card is charged', async () => chargedFor(simulator, await charges(id)).length === day, 60_000);
      assert.equal(asked(), before + 1);
      // The node is killed with the request on its way, and again right after its restart.
      simulator.faults.charge = 'none';
      await restart(70);
      await restart(150);
      await until('it is found', async () => (await charges(id)).at(-1)?.status === 'completed', 60_000);
      assert.equal(asked(), before + 1);
    }
    const payments = await charges(id);
    assert.deepEqual(
      payments.map(({ subscriptionPeriod, status }) => [subscriptionPeriod, status]),
      [1, 2, 3].map((period) => [period, 'completed']),
    );
    assert.equal(chargedFor(simulator, payments).length, 3);
    await withDatabase(place.settings, assertSound);
  });
});
