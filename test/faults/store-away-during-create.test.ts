import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { startCommitCutter } from '../support/commit-cutter.ts';
import { newStore } from '../support/engines.ts';
import { paymentRequest, startTestGateway, until } from '../support/gateway.ts';
import { withDatabase } from '../support/store-access.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';

describe('postgres: the store goes away while a provider creates a live payment', { skip, timeout: 240_000 }, () => {
  for (const [what, createRefusal] of [
    ['creates it', null],
    ['refuses it', 'Maximum Account Balance'],
  ] as const) {
    test(`500 and "look it up" when the provider ${what}: 503 would say that nothing was done`, async (context) => {
      const store = await newStore('postgres');
      const proxy = await startCommitCutter(store.settings.DATABASE_URL!);
      const moncash = await startMoncashSimulator({ gatewayUrl: 'http://127.0.0.1:9' });
      const gateway = await startTestGateway('postgres', {
        sharedStore: { ...store, settings: { ...store.settings, DATABASE_URL: proxy.url } },
        settings: { ...moncash.settings, ROLES: 'api' },
      });
      context.after(async () => {
        await gateway.stop();
        await moncash.stop();
        await store.drop();
      });
      Object.assign(moncash.faults, { create: 'hang_after_effect', createRefusal });
      const creation = gateway.client(gateway.liveKey).post('/payments', paymentRequest({ reference: 'ORDER-1' }));
      await until('MonCash was asked', () => moncash.calls.some(({ operation }) => operation === 'CreatePayment'));
      await proxy.close();
      moncash.release();

      const answer = await creation;
      assert.equal(answer.status, 500, answer.text);
      assert.equal(answer.json.error, 'internal_error');
      assert.match(answer.json.message, /look the payment up by its reference/i);
      const rows = await withDatabase(store.settings, (db) =>
        db.query('SELECT status FROM payments WHERE reference = $1', ['ORDER-1']),
      );
      assert.deepEqual(rows, [{ status: 'processing' }]);
    });
  }
});
