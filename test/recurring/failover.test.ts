import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  type SecureAcceptanceSimulator,
  startSecureAcceptanceSimulator,
} from '../../simulators/secure-acceptance/secure-acceptance-simulator.ts';
import { subscriptionId } from '../../src/features/subscriptions/start-subscription.ts';
import { listSubscriptionPayments } from '../../src/features/subscriptions/store/charges.ts';
import { readCharging } from '../../src/features/subscriptions/store/charging.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { formOnPage } from '../support/drivers/form-on-page.ts';
import { freePort, paymentRequest, startTestGateway, type TestGateway, until } from '../support/gateway.ts';
import {
  type PostgresServer,
  type PostgresStandby,
  postgresPrograms,
  startPostgres,
} from '../support/postgres-server.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';
import { assertSound } from '../support/soundness.ts';
import { verbsOf } from '../support/verbs.ts';

const DAY_SECONDS = 86_400;
const LAG_OVER_SECONDS = 1_100;
const skip = postgresPrograms() ? false : 'PostgreSQL is not installed here';

describe('a PostgreSQL standby that takes over without the last commits', { skip, timeout: 300_000 }, () => {
  let server: PostgresServer;
  let standby: PostgresStandby;
  let simulator: SecureAcceptanceSimulator;
  let gateway: TestGateway;
  let clock: ShiftedClock;
  let folder: string;
  let id: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'peye-test-'));
    clock = shiftedClock();
    server = await startPostgres();
    const port = await freePort();
    simulator = await startSecureAcceptanceSimulator({ gatewayUrl: `http://127.0.0.1:${port}`, now: clock.nowMs });
    // The acquirer's search finds a charge only after ten minutes, and it refuses no duplicates.
    simulator.faults.indexLagMs = 600_000;
    simulator.faults.duplicateWindowMs = 0;
    const settings = { DATABASE_URL: server.url, SECRET_KEY: randomBytes(32).toString('base64'), DATA_DIR: folder };
    gateway = await startTestGateway('postgres', {
      clock: clock.now,
      settings: { ...simulator.settings, PORT: String(port) },
      sharedStore: { engine: 'postgres', folder, settings, drop: async () => {} },
    });
    const api = gateway.client(gateway.liveKey);
    const request = { payment_method: 'lakaypay_card', recurring: true, recurring_interval: 'daily' };
    const { transaction_id, payment_url } = (await api.post('/payments', paymentRequest(request))).json;
    await simulator.pay(await formOnPage(payment_url));
    id = subscriptionId(Number(transaction_id));
    await until('the place of the server is stored', async () => (await readCharging(gateway.store.db)).place !== null);
    standby = await server.standby();
  });
  afterEach(async () => {
    await gateway?.stop();
    await simulator?.stop();
    await Promise.all([server?.drop(), standby?.drop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const taken = () => simulator.book().filter(({ status }) => status === 'paid').length;
  const payments = () => listSubscriptionPayments(gateway.store.db, id);
  const pause = async () => (await readCharging(gateway.store.db)).pause;
  const isPaid = async (period: number) =>
    (await payments()).some(
      ({ subscriptionPeriod, status }) => subscriptionPeriod === period && status === 'completed',
    );

  /** The result of comparing all days with the acquirer. */
  const reconciled = async () => {
    const verbs = await verbsOf(gateway);
    const range = { fromUs: clock.now() - 5 * DAY_SECONDS * 1e6, toUs: clock.now() + DAY_SECONDS * 1e6 };
    try {
      const lines = await Array.fromAsync(verbs.payments.reconcile(range, createLog('silent')));
      return lines.map(({ result }) => result);
    } finally {
      await verbs.close();
    }
  };

  // Contract: RECURRING-10
  test('charges no card twice: charging pauses, the lost charges are found, and the next period is charged', async () => {
    await standby.cutOff();
    clock.forward(DAY_SECONDS);
    await until('the first period is paid', () => isPaid(1), 30_000);
    assert.equal(taken(), 2);
    await server.crash();
    await standby.takeOver(server);
    await until('the gateway is on the standby', async () => (await payments()).length === 0, 30_000);
    await until('charging pauses', async () => (await pause()) !== null, 30_000);
    assert.match((await pause())?.reason ?? '', /another timeline or another server/);
    // Except for charging cards again, the gateway works as usual.
    assert.equal((await gateway.api.post('/payments', paymentRequest())).status, 201);
    assert.equal((await fetch(`${gateway.url}/readyz`)).status, 200);
    clock.forward(60);
    const asked = simulator.calls.filter(({ operation }) => operation === 'payment').length;
    assert.deepEqual([asked, taken()], [1, 2], 'charged twice for one period');
    clock.forward(LAG_OVER_SECONDS);
    await until('charging resumes', async () => (await pause()) === null, 30_000);
    await until('the charge is known again', () => isPaid(1), 30_000);
    clock.forward(DAY_SECONDS);
    await until('the second period is paid', () => isPaid(2), 30_000);
    assert.equal(taken(), 3);
    clock.forward(LAG_OVER_SECONDS);
    assert.deepEqual(await reconciled(), ['matched', 'matched', 'matched']);
    await assertSound(gateway.store.db);
  });
});
