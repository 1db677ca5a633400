import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startMoncashSimulator } from '../../simulators/moncash/moncash-simulator.ts';
import { assertUncertain, startCutGateway } from '../support/cut-gateway.ts';
import { paymentRequest, until } from '../support/gateway.ts';
import { withDatabase } from '../support/store-access.ts';

const skip = process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL: TEST_DATABASE_URL is not set';

describe('postgres: the store becomes unavailable while a provider creates a live payment', {
  skip,
  timeout: 240_000,
}, () => {
  for (const [what, refuseCreate] of [
    ['creates it', null],
    ['refuses it', 'Maximum Account Balance'],
  ] as const) {
    test(`500 and "look it up" when the provider ${what}, because 503 would mean that nothing was done`, async (context) => {
      const moncash = await startMoncashSimulator({ gatewayUrl: 'http://127.0.0.1:9' });
      const { gateway, cutter, store, stop } = await startCutGateway(moncash.settings);
      context.after(async () => {
        await stop();
        await moncash.stop();
      });
      Object.assign(moncash.faults, { create: 'hang_after_effect', refuseCreate });
      const creation = gateway.client(gateway.liveKey).post('/payments', paymentRequest({ reference: 'ORDER-1' }));
      await until('MonCash got the request', () =>
        moncash.calls.some(({ operation }) => operation === 'CreatePayment'),
      );
      await cutter.close();
      moncash.faults.create = 'none';

      assertUncertain(await creation);
      const rows = await withDatabase(store.settings, (db) =>
        db.query('SELECT status FROM payments WHERE reference = $1', ['ORDER-1']),
      );
      assert.deepEqual(rows, [{ status: 'processing' }]);
    });
  }
});
