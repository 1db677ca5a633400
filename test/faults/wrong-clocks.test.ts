import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { type RunningCli, spawnPeye } from '../support/cli.ts';
import { newStore } from '../support/engines.ts';
import { freePort, paymentRequest, startTestGateway, until } from '../support/gateway.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';

/** A separate worker process, on a machine whose clock is wrong. */
async function startWorker(settings: Record<string, string>, aheadHours: number): Promise<RunningCli> {
  const wrong = `const now = Date.now; Date.now = () => now() + ${aheadHours * 3_600_000}`;
  return spawnPeye(['start'], {
    settings: {
      ...settings,
      ROLES: 'worker',
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(wrong)}`,
    },
  });
}

// Each test waits for requests that come in their own time, so both run at once.
describe('postgres: nodes whose clocks differ', { skip, concurrency: true }, () => {
  for (const aheadHours of [2, -2]) {
    // Contract: TIME-1
    test(`a worker whose clock is ${aheadHours} hours ahead verifies in time, and expires nothing before its time`, {
      timeout: 240_000,
    }, async (context) => {
      const place = await newStore('postgres');
      const moncash = await startMoncashSimulator({ gatewayUrl: 'http://127.0.0.1:9' });
      const settings = { ...moncash.settings, ROLES: 'api' };
      const gateway = await startTestGateway('postgres', { sharedStore: place, settings });
      const worker = await startWorker(gateway.settings, aheadHours);
      context.after(async () => {
        worker.child.kill('SIGTERM');
        await worker.ended;
        await gateway.stop();
        await moncash.stop();
        await place.drop();
      });
      await until('the worker is ready', () => /worker is ready/.test(worker.stdout()), 30_000);
      assert.match(worker.stdout(), /PostgreSQL's time is used/);
      const api = gateway.client(gateway.liveKey);
      const { transaction_id: id } = (await api.post('/payments', paymentRequest())).json;
      const isAsked = () => moncash.calls.some(({ operation }) => operation === 'RetrieveOrderPayment');
      await until('the worker has sent a request', isAsked, 60_000);
      const status = async () => (await api.get(`/payments/${id}`)).json.data.status;
      assert.equal(await status(), 'processing');
      await moncash.pay(id);
      await until('the payment is completed', async () => (await status()) === 'completed', 60_000);
    });
  }
});
