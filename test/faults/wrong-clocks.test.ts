import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { openStore, startGateway } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import { storeClock } from '../../src/storage/store-clock.ts';
import { emptyStore } from '../support/engines.ts';
import { freePort, paymentRequest, startTestGateway, until } from '../support/gateway.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';
const log = createLog('silent');

/** A worker on a machine whose clock is wrong. */
async function startWorker(settings: Record<string, string>, aheadHours: number): Promise<{ stop(): Promise<void> }> {
  const config = readConfig({ ...settings, ROLES: 'worker', PORT: String(await freePort()) });
  const store = await openStore(config, log, { migrate: false });
  const system = systemClock();
  const time = await storeClock({ db: store.db, log }, () => system() + aheadHours * 3_600_000_000);
  return startGateway(config, { ...store, ...time }, log);
}

describe('postgres: nodes whose clocks differ', { skip }, () => {
  test('whoever opens the store goes by its time', async (context) => {
    // Regression: the machine's clock was a default, so that the store's was never asked for.
    const place = await emptyStore('postgres');
    const rightNow = Date.now;
    context.mock.method(Date, 'now', () => rightNow() + 7_200_000);
    const store = await openStore(readConfig(place.settings), log, { migrate: true });
    context.after(async () => {
      await store.db.close();
      await place.drop();
    });
    assert.ok(Math.abs(store.clock() / 1000 - rightNow()) < 10_000);
  });

  for (const aheadHours of [2, -2]) {
    test(`a worker whose clock is ${aheadHours} hours ahead asks in time, and expires nothing before its time`, {
      timeout: 90_000,
    }, async (context) => {
      const place = await emptyStore('postgres');
      const moncash = await startMoncashSimulator({ gatewayUrl: 'http://127.0.0.1:9' });
      const settings = { ...moncash.settings, ROLES: 'api' };
      const gateway = await startTestGateway('postgres', { sharedStore: place, settings });
      const worker = await startWorker(gateway.settings, aheadHours);
      context.after(async () => {
        await worker.stop();
        await gateway.stop();
        await moncash.stop();
        await place.drop();
      });
      const api = gateway.client(gateway.liveKey);
      const { transaction_id: id } = (await api.post('/payments', paymentRequest())).json;
      const isAsked = () => moncash.calls.some(({ operation }) => operation === 'RetrieveOrderPayment');
      await until('the worker has asked', isAsked, 60_000);
      const status = async () => (await api.get(`/payments/${id}`)).json.data.status;
      assert.equal(await status(), 'processing');
      await moncash.pay(id);
      await until('it is paid', async () => (await status()) === 'completed', 60_000);
    });
  }
});
