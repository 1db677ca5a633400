import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PAYMENT_METHODS, type PaymentMethod } from '../../src/core/payment.ts';
import { peye } from '../support/cli.ts';
import type { CreatedPayment, ProviderDriver } from '../support/drivers/provider-driver.ts';
import { startDriver } from '../support/drivers/start-driver.ts';
import { type Engine, onOneEngineByDay } from '../support/engines.ts';
import { type Client, freePort, paymentRequest, until } from '../support/gateway.ts';
import { aheadBy, type RunningGateway, startRunningGateway } from '../support/running-gateway.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';
import { withStore } from '../support/store-access.ts';
import { byTier } from '../support/tier.ts';
import { changeWebsite } from '../support/websites.ts';

/** The number of kills for each provider on each engine. `npm run test:kills` sets KILLS=20, which is the full test. */
const ROUNDS = Number(process.env.KILLS ?? byTier({ day: 2, night: 8 }));
/** After this time every unpaid payment has expired, at every provider. */
const LATER_SECONDS = 3 * 86_400;

onOneEngineByDay(`kill -9 between a provider's effect and our record, ${ROUNDS} times`, (engine) => {
  for (const method of PAYMENT_METHODS) {
    // Contract: LIVE-8
    test(`${method}: the provider records agree, and nothing was created twice`, {
      timeout: ROUNDS * 45_000,
    }, async (context) => {
      const stage = await openStage(engine, method);
      try {
        for (let round = 0; round < ROUNDS; round++) {
          if (round % 2 === 0 && stage.driver.isCreatedRemotely) await killDuringCreation(stage);
          else await killAfterPayment(stage);
          await stage.gateway.restart();
        }
        await stage.pass(LATER_SECONDS);
        const paid = await assertBooksAgree(stage);
        context.diagnostic(
          `${method}: ${paid} paid of ${stage.driver.book().length} at the provider, after ${ROUNDS} kills`,
        );
      } finally {
        await stage.close();
      }
    });
  }
});

/** The provider has created the payment, and the gateway is killed before it gets the response. */
async function killDuringCreation({ driver, gateway, create }: Stage): Promise<void> {
  const known = driver.book().length;
  driver.setFaults({ create: 'hang_after_effect' });
  const asked = create().catch(() => undefined);
  await gateway.killAt('the provider has it', () => driver.book().length > known);
  driver.repair();
  await asked;
}

/** The customer has paid, the notification and verify arrive at once, and the gateway is killed while it handles them. */
async function killAfterPayment({ driver, gateway, create, verify }: Stage): Promise<void> {
  const [paid, unpaid] = await Promise.all([create(), create()]);
  await driver.visit(paid);
  await driver.visit(unpaid);
  await driver.pay(paid.transaction_id);
  const received = [driver.notify(paid.transaction_id), verify(paid.transaction_id)].map((one) => one.catch(() => {}));
  await pause(Math.random() * 12);
  await gateway.node().end('SIGKILL');
  await Promise.all(received);
}

/** Compares our payments with the provider's records, and with the result of `peye reconcile`. Returns how many were paid. */
async function assertBooksAgree(stage: Stage): Promise<number> {
  const { driver, gateway, api: live } = stage;
  const { settings } = gateway;
  const api = live();
  const count = async (status: string) =>
    (await api.get(`/payments?status=${status}&per_page=1`)).json.pagination.total;
  await until('no payment is open', async () => (await count('processing')) + (await count('pending')) === 0, 60_000);
  const book = driver.book();
  const references = book.map(({ reference }) => reference);
  assert.equal(new Set(references).size, references.length, 'each payment is in the provider records once');
  for (const reference of references) assert.ok(driver.creations(reference) <= 1, reference);

  // The command line uses the real time, so the provider must return to it.
  stage.clock.forward(-LATER_SECONDS);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const result = await peye(
    ['reconcile', '--from', day(Date.now() - 86_400_000), '--to', day(Date.now() + 86_400_000), '--json'],
    { settings: { ...settings, LOG_LEVEL: 'silent' } },
  );
  assert.equal(result.code, 0, result.stderr + result.stdout);
  const { results, sums } = JSON.parse(result.stdout);
  const paid = book.filter(({ status }) => status === 'paid');
  assert.equal(results.matched, (await count('completed')) + (await count('failed')));
  assert.equal(sums.length, 1);
  assert.deepEqual(sums[0].ours, sums[0].theirs);
  assert.equal(sums[0].ours.count, paid.length);
  assert.equal(
    Number(sums[0].ours.amount) * 100,
    paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  );
  assert.equal(await count('completed'), paid.length);
  const discrepancies = await peye(['discrepancies', 'list', '--all', '--json'], { settings });
  assert.deepEqual(JSON.parse(discrepancies.stdout), []);
  await gateway.assertSound();
  return paid.length;
}

interface Stage {
  readonly driver: ProviderDriver;
  readonly clock: ShiftedClock;
  readonly gateway: RunningGateway;
  /** A client with the live key. */
  api(): Client;
  create(): Promise<CreatedPayment>;
  verify(transactionId: string): Promise<unknown>;
  /** Continues `seconds` later, in a new process. */
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

async function openStage(engine: Engine, method: PaymentMethod): Promise<Stage> {
  const PORT = String(await freePort());
  const clock = shiftedClock();
  const driver: ProviderDriver = await startDriver(method, {
    gatewayUrl: `http://127.0.0.1:${PORT}`,
    now: clock.nowMs,
  });
  const gateway = await startRunningGateway(engine, { ...driver.settings, PORT });
  const { settings, seed } = gateway;
  await withStore(
    settings,
    async ({ db }) => void (await changeWebsite(db, seed.websiteId, { cardLiveApproved: true })),
  );
  const api = () => gateway.node().client(seed.liveKey);
  return {
    driver,
    clock,
    gateway,
    api,
    async create() {
      const amount = 20 + Math.floor(Math.random() * 1_000) + (method === 'card' ? 100 : 0);
      const response = await api().post('/payments', paymentRequest({ payment_method: method, amount }));
      assert.equal(response.status, 201, response.text);
      return response.json;
    },
    verify: (id) => api().post(`/payments/${id}/verify`),
    async pass(seconds) {
      await gateway.node().end('SIGKILL');
      clock.forward(seconds);
      await gateway.restart(aheadBy(seconds));
    },
    async close() {
      await gateway.close();
      await driver.stop();
    },
  };
}
